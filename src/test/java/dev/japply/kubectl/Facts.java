package dev.japply.kubectl;

import dev.japply.kubectl.FakeApi.Seen;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Who asked which server for what: one line for each fact, whatever the number of requests.
///
/// @param seen what servers were asked
/// @param proxied what the proxy was asked
record Facts(List<Seen> seen, List<String> proxied) {
  private static final List<String> HEADERS =
      List.of("Authorization", "Impersonate-User", "Impersonate-Uid", "Impersonate-Group");

  SortedSet<String> lines() {
    var lines = new TreeSet<String>(proxied);
    for (Seen request : seen) {
      lines.add("server " + request.server());
      HEADERS.forEach(
          header -> request.header(header).forEach(value -> lines.add(header + " " + value)));
      request.headers().forEach((name, values) -> extra(lines, name, values));
      if (!request.serverName().isEmpty()) {
        lines.add("server name " + request.serverName());
      }
      if (!request.certificate().isEmpty()) {
        lines.add("certificate " + request.certificate());
      }
      if (!request.method().equals("GET")) {
        lines.add(request.method() + " " + withoutTimeout(request.uri()));
      }
      lines.add(request.header("Accept-Encoding").isEmpty() ? "takes no gzip" : "takes gzip");
    }
    return lines;
  }

  private static void extra(SortedSet<String> lines, String name, List<String> values) {
    if (name.toLowerCase(java.util.Locale.ROOT).startsWith("impersonate-extra-")) {
      values.forEach(value -> lines.add(name.toLowerCase(java.util.Locale.ROOT) + " " + value));
    }
  }

  /// The parameters in the order of their names, but for the time that kubectl gives in another
  /// unit.
  private static String withoutTimeout(String uri) {
    int query = uri.indexOf('?');
    if (query < 0) {
      return uri;
    }
    String kept =
        Arrays.stream(uri.substring(query + 1).split("&", -1))
            .filter(parameter -> !parameter.startsWith("timeout="))
            .sorted()
            .collect(Collectors.joining("&"));
    return uri.substring(0, query) + "?" + kept;
  }
}
