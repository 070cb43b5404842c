package dev.japply.cluster.rest;

import dev.japply.object.KubeObject;
import dev.japply.problem.MaskedUrl;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Logs requests and responses, like `kubectl` at the same level. From 6 on it logs requests and
/// their status, from 7 on headers, from 8 on bodies, from 9 on a `curl` command. Credentials and
/// values of Secrets are masked.
///
/// At any level it reports the first noticeable wait.
final class RequestLog {
  private static final int LINES = 6;
  private static final int HEADERS = 7;
  private static final int BODIES = 8;
  private static final int CURL = 9;
  private static final int ALL = 10;
  private static final int SHORT = 1024;
  private static final int LONG = 10240;
  private static final Duration NOTICED = Duration.ofSeconds(4);

  private final int level;
  private final Consumer<String> out;
  private final BodyRedactor mask;
  private final AtomicBoolean announced = new AtomicBoolean();

  /// @param out receives one line at a time; may be called by several threads
  /// @param repeating objects that have copies of secret values; may grow
  RequestLog(int level, Consumer<String> out, List<KubeObject> repeating) {
    this.level = level;
    this.out = out;
    this.mask = new BodyRedactor(repeating);
  }

  boolean isOn() {
    return level >= LINES;
  }

  void logResponse(Request request, SentRequest exchange, long millis) {
    if (!isOn()) {
      return;
    }
    Response response = exchange.response();
    Map<String, List<String>> sent = sorted(exchange.request().headers());
    String line = request.method() + " " + exchange.request().uri();
    if (level >= CURL) {
      out.accept(curl(request, exchange.request().uri().toString(), sent));
    } else if (level >= HEADERS) {
      out.accept("Request: " + line);
      printHeaders(sent);
    }
    if (level >= BODIES && !request.body().isEmpty()) {
      out.accept("Request body: " + shown(mask.masked(request.path(), request.body())));
    }
    out.accept(
        (level >= HEADERS ? "Response: " : "") + line + " " + response.status() + time(millis));
    if (level >= BODIES) {
      printHeaders(sorted(exchange.received()));
      out.accept("Response body: " + shown(mask.masked(request.path(), response.body().text())));
    }
  }

  /// Logs a request without a response.
  void logFailure(Request request, String url, long millis, String why) {
    if (isOn()) {
      out.accept(request.method() + " " + url + " failed" + time(millis) + ": " + why);
    }
  }

  /// Logs that a request is sent again after `wait`.
  void logWait(Request request, Duration wait, String why) {
    boolean first = wait.compareTo(NOTICED) >= 0 && announced.compareAndSet(false, true);
    if (first || isOn()) {
      out.accept(
          "japply: %s; trying %s %s again in %s s"
              .formatted(why, request.method(), request.path(), seconds(wait)));
    }
  }

  private static String seconds(Duration wait) {
    return BigDecimal.valueOf(wait.toMillis(), 3).stripTrailingZeros().toPlainString();
  }

  private static String time(long millis) {
    return " in " + millis + " ms";
  }

  private void printHeaders(Map<String, List<String>> headers) {
    headers.forEach((name, values) ->
        values.forEach(value -> out.accept("    " + mask.scrubbed(header(name, value)))));
  }

  private static String header(String name, String value) {
    return name + ": " + masked(name, value);
  }

  /// Returns the value of a header with credentials masked.
  private static String masked(String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals("location")) {
      return MaskedUrl.of(value);
    }
    boolean secret =
        lower.endsWith("authorization") || lower.equals("cookie") || lower.equals("set-cookie");
    if (!secret) {
      return value;
    }
    int space = value.indexOf(' ');
    String scheme = space < 0 ? "" : value.substring(0, space);
    boolean known =
        List.of("bearer", "basic", "negotiate").contains(scheme.toLowerCase(Locale.ROOT));
    return known ? scheme + " <masked>" : "<masked>";
  }

  private static String curl(Request request, String url, Map<String, List<String>> headers) {
    String flags =
        headers.entrySet().stream()
            .flatMap(entry -> entry.getValue().stream().map(v -> header(entry.getKey(), v)))
            .map(header -> " -H " + quoted(header))
            .collect(Collectors.joining());
    return "curl -v -X" + request.method() + flags + " " + quoted(url);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private String shown(String body) {
    int most = level >= ALL ? Integer.MAX_VALUE : level >= CURL ? LONG : SHORT;
    String text = body.strip();
    return text.length() <= most
        ? text
        : text.substring(0, most) + " [truncated " + (text.length() - most) + " chars]";
  }

  private static Map<String, List<String>> sorted(Map<String, List<String>> headers) {
    var sorted = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    sorted.putAll(headers);
    sorted.keySet().removeIf(name -> name.startsWith(":"));
    return sorted;
  }
}
