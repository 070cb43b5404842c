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
///
/// A connection belongs to the run in which it was accepted: one that ends late does nothing to the
/// next run, and does not appear among its requests.
final class Relay implements AutoCloseable {
  private static final Set<String> PASSED =
      Set.of("accept", "content-type", "user-agent", "impersonate-user", "impersonate-group");

  private final Upstream upstream;

  /// Has the address from the beginning to the end, so that no one else is found there while nobody
  /// listens.
  private final Socket holder;

  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Run run = new Run(Behaviour.FORWARD);
  private @Nullable Listener listening;

  private record Listener(ServerSocket server, Thread acceptor) {}

  /// A run of the client: what is done to its requests, and what became of them.
  private static final class Run {
    private final Behaviour behaviour;
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();

    Run(Behaviour behaviour) {
      this.behaviour = behaviour;
    }

    boolean isForwarded(Request request) {
      return exchanges.stream().anyMatch(each -> each.request().number() == request.number());
    }

    boolean isNextRefused() {
      return behaviour.isRefused(numbers.get() + 1);
    }
  }

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

    /// An answer that comes to a stop in the middle of its body, for as long as the client waits.
    record Stalled(Answer answer) implements Reply {}

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
    holder = new Socket();
    holder.setReuseAddress(true); // or nobody else could listen there
    holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    resume();
  }

  /// Where it listens.
  String url() {
    return "http://127.0.0.1:" + holder.getLocalPort();
  }

  /// Begins a run: counts requests from 1 on, and does to them what `wanted` says.
  synchronized void begin(Behaviour wanted) {
    run = new Run(wanted);
    closeConnections();
    resume();
    refuseIfWanted(run);
  }

  /// What became of the requests of the run so far.
  List<Exchange> exchanges() {
    return List.copyOf(run.exchanges);
  }

  /// Listens again, where nobody listened.
  synchronized void resume() {
    if (listening != null) {
      return;
    }
    try {
      var server = new ServerSocket();
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), holder.getLocalPort()));
      listening = new Listener(server, Thread.ofVirtual().start(() -> accept(server)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        Run its = run;
        Thread.ofVirtual().start(() -> serve(socket, its));
      }
    } catch (IOException e) {
      // Nobody listens any more.
    }
  }

  /// Ends the listening and all connections, when that is wanted before the next request.
  private synchronized void refuseIfWanted(Run its) {
    if (its == run && listening != null && its.isNextRefused()) {
      stopListening();
      closeConnections();
    }
  }

  /// The listener is gone only when nobody waits at it any more.
  private synchronized void stopListening() {
    Listener listener = listening;
    listening = null;
    if (listener == null) {
      return;
    }
    try {
      listener.server().close();
      listener.acceptor().join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  private void serve(Socket socket, Run its) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      Request request = read(in, its);
      while (request != null && isAnswered(socket, request, its)) {
        refuseIfWanted(its);
        request = read(in, its);
      }
    } catch (IOException e) {
      // The client has gone, or was sent away.
    } finally {
      open.remove(socket);
    }
  }

  /// Does what is wanted; the answer is whether the connection goes on.
  private boolean isAnswered(Socket socket, Request request, Run its) throws IOException {
    Reply reply = its.behaviour.reply(request, () -> forward(request, its));
    if (!its.isForwarded(request)) {
      its.exchanges.add(new Exchange(request, null));
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
      case Reply.Stalled(Answer answer) -> {
        write(socket, answer, 2);
        awaitEnd(socket);
        return false;
      }
      case Reply.Silence silence -> {
        awaitEnd(socket);
        return false;
      }
    }
    return true;
  }

  /// The client waits, and goes when it has waited for long enough.
  private static void awaitEnd(Socket socket) throws IOException {
    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  private Answer forward(Request request, Run its) throws IOException {
    Answer answer =
        upstream.send(request.method(), request.target(), request.headers(), request.body());
    its.exchanges.add(new Exchange(request, answer));
    return answer;
  }

  /// The next request; null at the end of the connection.
  private static @Nullable Request read(InputStream in, Run its) throws IOException {
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
    return new Request(
        its.numbers.incrementAndGet(), parts[0], parts[1], Map.copyOf(headers), body);
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
    closeConnections();
    holder.close();
  }
}
