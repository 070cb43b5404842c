package dev.japply.kpt;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Git's own server for HTTP on loopback: `git http-backend`, to which a server of the JDK passes
/// requests as a CGI program.
final class GitHttpServer implements AutoCloseable {
  private static final int END_OF_HEADERS = 4;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Path root;
  private final boolean withProtocols;
  private final String password;

  /// Users that named themselves.
  final Set<String> users = ConcurrentHashMap.newKeySet();

  /// How many requests were answered, and by how many bytes.
  final AtomicInteger requests = new AtomicInteger();

  final AtomicLong sent = new AtomicLong();

  /// @param root the directory in which the repositories are
  /// @param withProtocols whether it speaks newer versions of git's protocol than 0
  /// @param password what it asks for; empty for nothing
  GitHttpServer(Path root, boolean withProtocols, String password) throws IOException {
    this.root = root;
    this.withProtocols = withProtocols;
    this.password = password;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /// Where it is, as `127.0.0.1:12345`.
  String place() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (isAllowed(exchange)) {
        serve(exchange);
      } else {
        exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"git\"");
        exchange.sendResponseHeaders(401, -1);
      }
    }
  }

  private boolean isAllowed(HttpExchange exchange) {
    String basic = exchange.getRequestHeaders().getFirst("Authorization");
    if (password.isEmpty() || basic == null) {
      return password.isEmpty();
    }
    String given = new String(Base64.getDecoder().decode(basic.split(" ", -1)[1]), ISO_8859_1);
    users.add(given.split(":", -1)[0]);
    return given.endsWith(":" + password);
  }

  private void serve(HttpExchange exchange) throws IOException {
    Process process = backend(exchange);
    threads.execute(() -> send(exchange, process));
    byte[] answer = process.getInputStream().readAllBytes();
    String text = new String(answer, ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    int status = 200;
    for (String line : text.substring(0, end).split("\r\n", -1)) {
      String[] header = line.split(": ", 2);
      if (header[0].equals("Status")) {
        status = Integer.parseInt(header[1].substring(0, 3));
      } else {
        exchange.getResponseHeaders().add(header[0], header[1]);
      }
    }
    int body = answer.length - end - END_OF_HEADERS;
    requests.incrementAndGet();
    sent.addAndGet(body);
    exchange.sendResponseHeaders(status, body == 0 ? -1 : body);
    exchange.getResponseBody().write(answer, end + END_OF_HEADERS, body);
  }

  private Process backend(HttpExchange exchange) throws IOException {
    var builder = new ProcessBuilder("git", "http-backend");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    var variables = builder.environment();
    variables.put("GIT_PROJECT_ROOT", root.toString());
    variables.put("GIT_HTTP_EXPORT_ALL", "1");
    // The repositories may belong to another user than the one who runs the test.
    variables.put("GIT_CONFIG_COUNT", "1");
    variables.put("GIT_CONFIG_KEY_0", "safe.directory");
    variables.put("GIT_CONFIG_VALUE_0", "*");
    variables.put("REQUEST_METHOD", exchange.getRequestMethod());
    variables.put("PATH_INFO", exchange.getRequestURI().getPath());
    String query = exchange.getRequestURI().getRawQuery();
    variables.put("QUERY_STRING", query == null ? "" : query);
    variables.put("CONTENT_TYPE", header(exchange, "Content-Type"));
    variables.put("HTTP_CONTENT_ENCODING", header(exchange, "Content-Encoding"));
    variables.put("GIT_PROTOCOL", withProtocols ? header(exchange, "Git-Protocol") : "");
    return builder.start();
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  private static void send(HttpExchange exchange, Process process) {
    try (var out = process.getOutputStream()) {
      exchange.getRequestBody().transferTo(out);
    } catch (IOException ended) {
      process.isAlive(); // it may have read enough
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
