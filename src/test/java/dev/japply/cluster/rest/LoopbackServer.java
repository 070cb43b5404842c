package dev.japply.cluster.rest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// An HTTP server on loopback that answers as it is told and remembers what it was asked.
public final class LoopbackServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final Map<String, List<Answer>> answers = new ConcurrentHashMap<>();

  /// A request.
  ///
  /// @param headers by their names in lower case, the values joined by commas
  public record Asked(String method, String uri, Map<String, String> headers, String body) {
    public String line() {
      return method + " " + uri;
    }

    public String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  /// An answer; each character of the body is one byte.
  public record Answer(int status, List<String> headers, String body) {
    public static Answer json(int status, String body) {
      return new Answer(status, List.of("Content-Type: application/json"), bytes(body));
    }

    public static Answer text(int status, String body) {
      return new Answer(status, List.of("Content-Type: text/plain; charset=utf-8"), bytes(body));
    }

    public Answer with(String header) {
      var more = new ArrayList<>(headers);
      more.add(header);
      return new Answer(status, more, body);
    }

    private static String bytes(String body) {
      byte[] utf8 = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
      return new String(utf8, StandardCharsets.ISO_8859_1);
    }
  }

  public LoopbackServer() {
    this(address -> newServer(address));
  }

  /// A server made by `maker`, for TLS.
  public LoopbackServer(Function<InetSocketAddress, HttpServer> maker) {
    server = maker.apply(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private static HttpServer newServer(InetSocketAddress address) {
    try {
      return HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /// Answers requests for `path` with these in turn, and then with the last of them for ever.
  public LoopbackServer on(String path, Answer... inTurn) {
    answers.put(path, new CopyOnWriteArrayList<>(inTurn));
    return this;
  }

  public List<Asked> asked() {
    return List.copyOf(asked);
  }

  public List<String> lines() {
    return asked.stream().map(Asked::line).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      asked.add(
          new Asked(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              headers(exchange),
              body));
      send(exchange, next(exchange.getRequestURI().getPath()));
    }
  }

  private Answer next(String path) {
    List<Answer> left = answers.get(path);
    if (left == null) {
      return Answer.text(404, "404 page not found\n");
    }
    return left.size() > 1 ? left.removeFirst() : left.getFirst();
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    for (String header : answer.headers()) {
      int colon = header.indexOf(':');
      exchange
          .getResponseHeaders()
          .add(header.substring(0, colon), header.substring(colon + 1).strip());
    }
    byte[] body = answer.body().getBytes(StandardCharsets.ISO_8859_1);
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static Map<String, String> headers(HttpExchange exchange) {
    Map<String, String> headers = new ConcurrentHashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(lower(name), String.join(",", values)));
    return headers;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
