package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Jitter;
import dev.japply.cluster.config.Address;
import dev.japply.cluster.config.ClusterConfig;
import dev.japply.cluster.config.Kubeconfig;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/// Sends requests and returns the responses or the server's errors.
final class Requests {
  private final RequestSender sender;
  private final ClusterConfig config;
  private final Duration timeout;
  private final WarningHeaders warnings;
  private final RequestLog log;
  private final Sleep sleep;
  private final Retries retries;
  private final String userAgent = UserAgent.text();

  /// @param timeout the timeout of a request; zero for none
  /// @param sleep waits before a retry
  Requests(
      RequestSender sender,
      ClusterConfig config,
      Duration timeout,
      WarningHeaders warnings,
      RequestLog log,
      Sleep sleep) {
    this.sender = sender;
    this.config = config;
    this.timeout = timeout;
    this.warnings = warnings;
    this.log = log;
    this.sleep = sleep;
    this.retries = new Retries(timeout);
  }

  /// Returns the response to `request` with any status, after the repetitions that [Retries]
  /// allows. If the thread is interrupted during a wait, the last response is returned.
  ///
  /// @throws ClusterException if there is no response
  Response sendUnchecked(Request request) {
    for (int sent = 1; ; sent++) {
      try {
        Response response = sendOnce(request);
        Optional<Duration> wait = retries.waitFor(request, response, sent);
        if (wait.isEmpty()
            || !pause(request, wait.get(), "the server responds with " + response.status())) {
          if (!request.isOfMetadata()) { // a search, whose versions no user has named
            response.warnings().forEach(warning -> warnings.accept(warning, request));
          }
          return response;
        }
      } catch (ClusterException e) {
        Optional<Duration> wait = retries.waitFor(request, e, sent);
        if (wait.isEmpty() || !pause(request, wait.get(), String.valueOf(e.getMessage()))) {
          throw e;
        }
      }
    }
  }

  /// Returns the successful response to `request`.
  ///
  /// @throws ClusterException if the server responds with an error, or not at all
  Response send(Request request) {
    Response response = sendUnchecked(request);
    if (!response.isSuccess()) {
      throw error(request, response);
    }
    return response;
  }

  /// Returns the exception for an error response, with the names of rejected credentials.
  ClusterException error(Request request, Response response) {
    if (!config.isSecure() && ServerErrors.wantsTls(response)) {
      return new ClusterException(
          ClusterException.Kind.CONFIGURATION,
          "Unable to connect to the server: " + config.host() + " wants TLS",
          "write https:// in place of http:// in its address",
          null);
    }
    ClusterException error = ServerErrors.of(request, response);
    String of = config.account().isEmpty() ? "" : " of " + config.account();
    return error.kind() == ClusterException.Kind.UNAUTHORIZED
        ? error.withHint("check the credentials" + of + " for " + config.server())
        : error;
  }

  private Response sendOnce(Request request) {
    var redirects = new Redirects(request, url(request));
    Response response = sendOnce(request, redirects.url());
    while (redirects.follow(response)) {
      response = sendOnce(request, redirects.url());
    }
    return response;
  }

  private Response sendOnce(Request request, String url) {
    long start = System.nanoTime();
    try {
      return sendUnlogged(request, url, start);
    } catch (ClusterException e) {
      log.logFailure(request, url, millisSince(start), String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private static long millisSince(long start) {
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  private Response sendUnlogged(Request request, String url, long start) {
    try {
      SentRequest exchange = sender.send(request, url, headers(request), limit(request));
      log.logResponse(request, exchange, millisSince(start));
      return exchange.response();
    } catch (ExecutionException e) {
      throw new TransportErrors(config).of(request, Objects.requireNonNullElse(e.getCause(), e));
    } catch (IOException | TimeoutException e) {
      throw new TransportErrors(config).of(request, e);
    } catch (InterruptedException e) {
      throw interrupted(request, e);
    }
  }

  /// Returns the timeout of `request`; zero (no timeout) for a streamed response.
  private Duration limit(Request request) {
    return request.sink() == null ? timeout : Duration.ZERO;
  }

  private ClusterException interrupted(Request request, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new TransportErrors(config).of(request, new IOException("interrupted", cause));
  }

  private boolean pause(Request request, Duration wait, String why) {
    log.logWait(request, wait, why);
    try {
      sleep.sleep(Jitter.of(wait));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Map<String, String> headers(Request request) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Accept", request.accept());
    if (!Kubeconfig.flag(config.cluster(), "disable-compression")) {
      headers.put("Accept-Encoding", "gzip");
    }
    headers.put("User-Agent", userAgent);
    if (!request.isRead() && !request.contentType().isEmpty()) {
      headers.put("Content-Type", request.contentType());
    }
    return headers;
  }

  private String url(Request request) {
    var query = new TreeMap<>(request.query());
    if (!limit(request).isZero()) {
      query.put("timeout", timeout.toMillis() + "ms");
    }
    String address = config.server() + request.path();
    if (query.isEmpty()) {
      return address;
    }
    var parameters = new StringJoiner("&");
    query.forEach((name, value) -> parameters.add(name + "=" + encode(value)));
    return address + (address.contains("?") ? "&" : "?") + parameters;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// Follows redirects like Go's client. The method and the body are kept after a 307 or 308. A
  /// read also follows a 301, 302 or 303. There are at most ten redirects.
  ///
  /// Unlike Go's client it stays with the server: another server gets neither credentials nor
  /// objects. It also does not turn a write into a read after a 301, 302 or 303, as the response
  /// would look like the write's.
  private static final class Redirects {
    private static final int MOST = 10;

    private final Request request;
    private String at;
    private int followed;

    /// @param url the first URL of `request`
    Redirects(Request request, String url) {
      this.request = request;
      this.at = url;
    }

    String url() {
      return at;
    }

    /// Returns true if `response` redirects the request.
    ///
    /// @throws ClusterException if the redirect cannot be followed
    boolean follow(Response response) {
      if (response.location().isEmpty() || !isRedirect(response.status())) {
        return false;
      }
      if (response.status() <= 303 && !request.isRead()) {
        throw notSent(response);
      }
      URI now = URI.create(at);
      URI next = next(now, response);
      if (followed == MOST) {
        throw refused(response, "stopped after " + MOST + " redirects");
      }
      if (!isSameServer(now, next)) {
        throw refused(
            response,
            "redirects to another server are not followed: "
                + next.getScheme()
                + "://"
                + next.getHost()
                + (next.getPort() < 0 ? "" : ":" + next.getPort())
                + "; put its address into the kubeconfig if it is the right one");
      }
      followed++;
      at = next.toString();
      return true;
    }

    private static boolean isRedirect(int status) {
      return (status >= 301 && status <= 303) || status == 307 || status == 308;
    }

    /// Returns the error for a redirected write. With a 303 the write may have been carried out.
    private ClusterException notSent(Response response) {
      String why = "a redirect (%d) that turns the write into a read".formatted(response.status());
      return response.status() == 303
          ? ServerErrors.unexpected(request, why)
          : refused(response, why + " is not followed");
    }

    private URI next(URI at, Response response) {
      try {
        URI next = at.resolve(new URI(response.location()));
        if (next.getHost() != null && next.getScheme() != null) {
          return next;
        }
      } catch (URISyntaxException | IllegalArgumentException e) {
        // Reported below.
      }
      throw refused(response, "failed to parse Location header of a redirect: not a URL");
    }

    private static boolean isSameServer(URI at, URI next) {
      return at.getScheme().equalsIgnoreCase(next.getScheme())
          && at.getHost().equalsIgnoreCase(next.getHost())
          && Address.of(at).port() == Address.of(next).port();
    }

    private ClusterException refused(Response response, String why) {
      String message = request.method() + " " + request.path() + ": " + why;
      return new ClusterException(response.status(), "", message, MapValue.EMPTY);
    }
  }
}
