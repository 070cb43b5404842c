package dev.japply.kubectl;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.japply.golang.Upstream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;

/// As much of an API server as it takes to apply a ConfigMap that is not there yet.
final class FakeApi implements AutoCloseable {
  private static final String LISTS =
      """
      {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"v1","resources":[
      {"name":"configmaps","singularName":"configmap","namespaced":true,"kind":"ConfigMap",
      "verbs":["create","get","patch"]},
      {"name":"secrets","singularName":"secret","namespaced":true,"kind":"Secret",
      "verbs":["create","get","patch"]}]}
      """;

  private final String name;
  private final Optional<String> onlyToken;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();

  /// A request.
  ///
  /// @param serverName the name that the client asked for in the TLS handshake; empty for none
  /// @param certificate whose certificate the client showed; empty for none
  record Seen(
      String server,
      String method,
      String uri,
      Map<String, List<String>> headers,
      String serverName,
      String certificate) {
    List<String> header(String header) {
      return headers.getOrDefault(header, List.of());
    }
  }

  /// A server without TLS.
  static FakeApi plain(String name) throws IOException {
    return new FakeApi(name, HttpServer.create(address(), 0), Optional.empty());
  }

  /// A server with TLS, which asks for client certificates.
  static FakeApi secure(String name, SSLContext context) throws IOException {
    return new FakeApi(name, https(context), Optional.empty());
  }

  /// The same, which answers 401 to all but this bearer token.
  static FakeApi picky(String name, SSLContext context, String token) throws IOException {
    return new FakeApi(name, https(context), Optional.of("Bearer " + token));
  }

  private FakeApi(String name, HttpServer server, Optional<String> onlyToken) {
    this.name = name;
    this.server = server;
    this.onlyToken = onlyToken;
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static HttpServer https(SSLContext context) throws IOException {
    HttpsServer server = HttpsServer.create(address(), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters own = getSSLContext().getDefaultSSLParameters();
            own.setWantClientAuth(true);
            parameters.setSSLParameters(own);
          }
        });
    return server;
  }

  String name() {
    return name;
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return (server instanceof HttpsServer ? "https" : "http") + "://127.0.0.1:" + port();
  }

  /// What was asked since the last time.
  List<Seen> takeSeen() {
    var taken = new ArrayList<>(seen);
    seen.clear();
    return taken;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream body = exchange.getRequestBody()) {
      String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      Seen request = seen(exchange);
      seen.add(request);
      boolean refused =
          onlyToken.isPresent() && !request.header("Authorization").contains(onlyToken.get());
      if (refused) {
        send(exchange, 401, status(401, "Unauthorized", "Unauthorized"));
      } else {
        answer(exchange, text);
      }
    }
  }

  private Seen seen(HttpExchange exchange) {
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    exchange.getRequestHeaders().forEach((key, values) -> headers.put(key, List.copyOf(values)));
    String asked = exchange instanceof HttpsExchange secure ? serverName(secure) : "";
    String certificate = exchange instanceof HttpsExchange secure ? certificate(secure) : "";
    return new Seen(
        name,
        exchange.getRequestMethod(),
        exchange.getRequestURI().toString().replaceFirst("^https?://[^/]*", ""),
        headers,
        asked,
        certificate);
  }

  private static String serverName(HttpsExchange exchange) {
    return exchange.getSSLSession() instanceof ExtendedSSLSession session
        ? session.getRequestedServerNames().stream()
            .map(name -> ((SNIHostName) name).getAsciiName())
            .findFirst()
            .orElse("")
        : "";
  }

  private static String certificate(HttpsExchange exchange) {
    try {
      return exchange.getSSLSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "";
    }
  }

  private static void answer(HttpExchange exchange, String body) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (exchange.getRequestMethod().equals("POST")) {
      warn(exchange, body);
      send(exchange, 201, body);
    } else if (path.endsWith("/api")) {
      send(exchange, 200, "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}");
    } else if (path.endsWith("/apis")) {
      send(exchange, 200, "{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[]}");
    } else if (path.endsWith("/version")) {
      send(
          exchange, 200, version(exchange instanceof HttpsExchange ? "v1.30.4" : Upstream.KUBECTL));
    } else if (path.endsWith("/api/v1")) {
      send(exchange, 200, LISTS);
    } else {
      send(exchange, 404, status(404, "NotFound", "not found"));
    }
  }

  /// A warning for each `warn` in the object.
  private static void warn(HttpExchange exchange, String body) {
    for (int at = body.indexOf("\"warn-"); at >= 0; at = body.indexOf("\"warn-", at + 1)) {
      String name = body.substring(at + 1, body.indexOf('"', at + 1));
      exchange.getResponseHeaders().add("Warning", "299 - \"about " + name + "\"");
    }
  }

  private static String status(int code, String reason, String message) {
    return ("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":%d,"
            + "\"reason\":\"%s\",\"message\":\"%s\"}")
        .formatted(code, reason, message);
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    boolean zip =
        "gzip".equals(exchange.getRequestHeaders().getFirst("Accept-Encoding")) && status == 200;
    if (zip) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    exchange.sendResponseHeaders(status, 0);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (var out =
        zip ? new GZIPOutputStream(exchange.getResponseBody()) : exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /// The answer of a server of that version; kubectl's own when it is built from modules.
  private static String version(String version) {
    return """
    {"major":"1","minor":"%s","gitVersion":"%s","gitCommit":"$Format:%%H$",
    "gitTreeState":"clean"}
    """
        .formatted(version.split("\\.", -1)[1], version);
  }
}
