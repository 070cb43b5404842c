package dev.japply.cluster.http;

import dev.japply.problem.ByteLimit;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// A server on loopback that reads requests and answers each with the next of its answers, as they
/// are. An answer that ends in [#CLOSE] or [#RESET] ends the connection.
public final class PlayedServer implements AutoCloseable {
  /// Ends the connection.
  public static final String CLOSE = "\0";

  /// Ends the connection with a reset.
  public static final String RESET = "\1";

  /// Ends the connection before it is used.
  static final String AT_ONCE = "\0at once";

  private final ServerSocket listening;
  private final List<String> answers;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final Duration betweenBytes;

  public PlayedServer(String... answers) throws IOException {
    this(Duration.ZERO, answers);
  }

  PlayedServer(Duration betweenBytes, String... answers) throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), betweenBytes, answers);
  }

  PlayedServer(ServerSocket listening, Duration betweenBytes, String... answers) {
    this.betweenBytes = betweenBytes;
    this.answers = new CopyOnWriteArrayList<>(answers);
    this.listening = listening;
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return listening.getLocalPort();
  }

  ConnectionPool connections() {
    return new ConnectionPool(route(), Duration.ofSeconds(10), ByteLimit.DEFAULT);
  }

  /// Connections that always count as if they had not been used for a while.
  ConnectionPool restedConnections() {
    return new ConnectionPool(route(), Duration.ofSeconds(10), ByteLimit.DEFAULT, Duration.ZERO);
  }

  private Route route() {
    return new Route("127.0.0.1", port(), null, null);
  }

  RawRequest get() {
    return call("GET", null);
  }

  RawRequest call(String method, @Nullable String body) {
    byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
    return new RawRequest(
        method, URI.create("http://127.0.0.1:" + port() + "/a?b=c"), Map.of(), bytes);
  }

  /// The requests, with their bodies.
  public List<String> requests() {
    return List.copyOf(requests);
  }

  int accepted() {
    return connections.size();
  }

  /// Waits until there was a connection and all are closed.
  public void awaitEnd() throws InterruptedException {
    while (connections.isEmpty() || !connections.stream().allMatch(Socket::isClosed)) {
      Thread.sleep(1);
    }
  }

  private void accept() {
    try {
      while (!listening.isClosed()) {
        Socket connection = listening.accept();
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException e) {
      // Closed: nobody asks any more.
    }
  }

  private void serve(Socket connection) {
    try (connection;
        var in = new BufferedInputStream(connection.getInputStream())) {
      if (!answers.isEmpty() && answers.getFirst().equals(AT_ONCE)) {
        answers.removeFirst();
        return;
      }
      while (request(in)) {
        String answer = answers.isEmpty() ? CLOSE : answers.removeFirst();
        play(connection, answer);
        if (answer.endsWith(RESET)) {
          connection.setSoLinger(true, 0);
        }
        if (answer.endsWith(CLOSE) || answer.endsWith(RESET)) {
          return;
        }
      }
    } catch (IOException e) {
      // The client has had enough.
    }
  }

  private void play(Socket connection, String answer) throws IOException {
    String text = answer.replace(CLOSE, "").replace(RESET, "");
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (betweenBytes.isZero()) {
      connection.getOutputStream().write(bytes);
      return;
    }
    connection.setTcpNoDelay(true);
    for (byte one : bytes) {
      connection.getOutputStream().write(one);
      pause();
    }
  }

  private void pause() {
    try {
      Thread.sleep(betweenBytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean request(InputStream in) throws IOException {
    Optional<String> said = SaidRequest.read(in);
    said.ifPresent(requests::add);
    return said.isPresent();
  }

  /// Ends all connections, but goes on listening.
  public void cut() throws IOException {
    for (Socket connection : connections) {
      connection.close();
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cut();
  }
}
