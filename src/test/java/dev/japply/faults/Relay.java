package dev.japply.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.faults.Upstream.Answer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A relay on loopback before an API server, which does to requests what a [Behaviour] says. Its
/// address stays the same for as long as it is there, also while nobody listens at it.
final class Relay implements AutoCloseable {
  private static final Set<String> PASSED =
      Set.of("accept", "content-type", "user-agent", "impersonate-user", "impersonate-group");

  private final Upstream upstream;
  private final int port;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private volatile Behaviour behaviour = Behaviour.FORWARD;
  private volatile @Nullable ServerSocket listening;
  private volatile @Nullable Thread acceptor;

  /// Takes the address while nobody listens at it, so that no one else is found there.
  private volatile @Nullable Socket placeholder;

  /// What became of a request.
  ///
  /// @param answer the server's; null when it did not get the request
  record Exchange(Request request, @Nullable Answer answer) {
    /// Whether it changed something.
    boolean isCarriedOut() {
      return request.isWrite() && !request.isDry() && answer != null && answer.isSuccess();
    }

    @Override
    public String toString() {
      return "%4s %s".formatted(answer == null ? "" : answer.status(), request);
    }
  }

  /// What the client gets.
  sealed interface Reply {
    /// An answer.
    record Whole(Answer answer) implements Reply {}

    /// An answer that ends in the middle of its body.
    record Cut(Answer answer) implements Reply {}

    /// The end of the connection.
    record Reset() implements Reply {}

    /// Nothing, for as long as the client waits.
    record Silence() implements Reply {}
  }

  /// Hands a request on to the server.
  interface Forward {
    Answer send() throws IOException;
  }

  /// What becomes of requests.
  interface Behaviour {
    /// What every relay does.
    Behaviour FORWARD = (request, forward) -> new Reply.Whole(forward.send());

    Reply reply(Request request, Forward forward) throws IOException;

    /// Whether nobody listens any more before the request with that number.
    default boolean isRefused(int number) {
      return false;
    }
  }

  Relay(Upstream upstream) throws IOException {
    this.upstream = upstream;
    ServerSocket first = listen(0);
    this.port = first.getLocalPort();
    serve(first);
  }

  /// Where it listens.
  String url() {
    return "http://127.0.0.1:" + port;
  }

  /// Begins a run: counts requests from 1 on, and does to them what `wanted` says.
  void begin(Behaviour wanted) {
    resume();
    closeConnections();
    exchanges.clear();
    numbers.set(0);
    behaviour = wanted;
    refuseIfWanted();
  }

  /// What became of the requests of the run so far.
  List<Exchange> exchanges() {
    return List.copyOf(exchanges);
  }

  /// Listens again, where nobody listened.
  synchronized void resume() {
    Socket held = placeholder;
    if (held == null) {
      return;
    }
    try {
      ServerSocket again = listen(port);
      held.close();
      placeholder = null;
      serve(again);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    var socket = new ServerSocket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  private void serve(ServerSocket server) {
    listening = server;
    acceptor = Thread.ofVirtual().start(() -> accept(server));
  }

  private void accept(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // Nobody listens any more.
    }
  }

  /// Ends the listening and all connections, when that is wanted before the next request.
  private synchronized void refuseIfWanted() {
    if (placeholder != null || !behaviour.isRefused(numbers.get() + 1)) {
      return;
    }
    try {
      stopListening();
      closeConnections();
      var held = new Socket();
      held.setReuseAddress(true);
      held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      placeholder = held;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The address is free only when nobody waits at it any more.
  private void stopListening() throws IOException {
    ServerSocket server = listening;
    Thread waiting = acceptor;
    if (server == null || waiting == null) {
      return;
    }
    server.close();
    try {
      waiting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeConnections() {
    open.forEach(Relay::reset);
    open.clear();
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      Request request = read(in);
      while (request != null && isAnswered(socket, request)) {
        refuseIfWanted();
        request = read(in);
      }
    } catch (IOException e) {
      // The client has gone, or was sent away.
    } finally {
      open.remove(socket);
    }
  }

  /// Does what is wanted; the answer is whether the connection goes on.
  private boolean isAnswered(Socket socket, Request request) throws IOException {
    Reply reply = behaviour.reply(request, () -> forward(request));
    if (exchanges.stream().noneMatch(exchange -> exchange.request().number() == request.number())) {
      exchanges.add(new Exchange(request, null));
    }
    switch (reply) {
      case Reply.Whole(Answer answer) -> write(socket, answer, 1);
      case Reply.Cut(Answer answer) -> {
        write(socket, answer, 2);
        return false;
      }
      case Reply.Reset reset -> {
        reset(socket);
        return false;
      }
      case Reply.Silence silence -> {
        while (socket.getInputStream().read() >= 0) {
          // The client waits.
        }
        return false;
      }
    }
    return true;
  }

  private Answer forward(Request request) throws IOException {
    Answer answer =
        upstream.send(request.method(), request.target(), request.headers(), request.body());
    exchanges.add(new Exchange(request, answer));
    return answer;
  }

  /// The next request; null at the end of the connection.
  private @Nullable Request read(InputStream in) throws IOException {
    String line = line(in);
    if (line.isEmpty()) {
      return null;
    }
    String[] parts = line.split(" ", 3);
    var headers = new TreeMap<String, String>();
    for (line = line(in); !line.isEmpty(); line = line(in)) {
      String[] header = line.split(": *", 2);
      headers.put(header[0].toLowerCase(Locale.ROOT), header[1]);
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    var body = new String(in.readNBytes(length), UTF_8);
    headers.keySet().retainAll(PASSED);
    return new Request(numbers.incrementAndGet(), parts[0], parts[1], Map.copyOf(headers), body);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /// @param part which part of the body is written: the whole, the half
  private static void write(Socket socket, Answer answer, int part) throws IOException {
    byte[] body = answer.body().getBytes(UTF_8);
    var head = new StringBuilder("HTTP/1.1 " + answer.status() + " Status\r\n");
    answer.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("content-length: " + body.length + "\r\n\r\n");
    OutputStream out = socket.getOutputStream();
    byte[] start = head.toString().getBytes(UTF_8);
    byte[] all = Arrays.copyOf(start, start.length + body.length / part);
    System.arraycopy(body, 0, all, start.length, body.length / part);
    out.write(all);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    stopListening();
    Socket held = placeholder;
    if (held != null) {
      held.close();
    }
    closeConnections();
  }
}
