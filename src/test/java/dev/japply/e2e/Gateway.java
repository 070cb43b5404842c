package dev.japply.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/// A gateway on loopback before a server, which does to writes what gateways do on bad days.
final class Gateway implements AutoCloseable {
  private static final Set<String> COPIED = Set.of("accept", "content-type");

  private static final byte[] TIMED_OUT = "upstream timed out".getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;
  private final URI upstream;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Deque<Fault> faults = new ConcurrentLinkedDeque<>();
  private final List<String> methods = new CopyOnWriteArrayList<>();
  private final CountDownLatch writing = new CountDownLatch(1);

  /// What becomes of a write.
  enum Fault {
    /// The server gets it, and the connection ends before the answer.
    CUT_AFTERWARDS,
    /// The connection ends, and the server gets nothing.
    CUT_BEFORE,
    /// The server gets it, and the answer is the gateway's own.
    GATEWAY_TIMEOUT,
    /// The server gets it, and nothing comes back.
    SILENCE
  }

  Gateway(String upstream) throws IOException {
    this.upstream = URI.create(upstream);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  /// Does that to the next write that has nothing else to expect.
  Gateway next(Fault fault) {
    faults.add(fault);
    return this;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// The methods of all requests but those for types and schemas.
  List<String> methods() {
    return List.copyOf(methods);
  }

  /// Waits until a write has come that stays without an answer.
  void awaitSilence() throws InterruptedException {
    writing.await();
  }

  private void handle(HttpExchange exchange) throws IOException {
    boolean write = !exchange.getRequestMethod().equals("GET");
    if (exchange.getRequestURI().getPath().contains("/namespaces/")) {
      methods.add(exchange.getRequestMethod());
    }
    Fault fault = write ? faults.poll() : null;
    if (fault == Fault.CUT_BEFORE) {
      exchange.close();
      return;
    }
    HttpResponse<byte[]> answer = forward(exchange);
    switch (fault) {
      case CUT_AFTERWARDS -> exchange.close();
      case SILENCE -> writing.countDown();
      case GATEWAY_TIMEOUT -> answer(exchange, 504, "text/plain", TIMED_OUT);
      case null, default ->
          answer(
              exchange,
              answer.statusCode(),
              answer.headers().firstValue("Content-Type").orElse(""),
              answer.body());
    }
  }

  private static void answer(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(upstream.resolve(exchange.getRequestURI().toString()))
            .method(
                exchange.getRequestMethod(),
                BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> {
          if (COPIED.contains(name.toLowerCase(java.util.Locale.ROOT))) {
            values.forEach(value -> request.header(name, value));
          }
        });
    try {
      return client.send(request.build(), BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
  }
}
