package dev.japply.cluster.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.config.ClientIdentity;
import dev.japply.cluster.http.ConnectionPool;
import dev.japply.cluster.http.PlayedServer;
import dev.japply.cluster.http.Route;
import dev.japply.problem.ByteLimit;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Time limits, interrupts and streams, from the caller to the socket.
@Timeout(30)
class SocketHttpClientTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final String SILENT = "";
  private static final String STREAM = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";
  private static final String FIRST = "\r\n2\r\n{}\r\n";

  private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());

  private RequestSender sender(PlayedServer server) {
    var route = new Route("127.0.0.1", server.port(), null, null);
    var connections = new ConnectionPool(route, LONG, ByteLimit.DEFAULT);
    var recorder =
        new Interceptor() {
          @Override
          public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
            threads.add(Thread.currentThread());
          }
        };
    return new RequestSender(
        new SocketHttpClient(connections, List.of(recorder), ClientIdentity.none()), true);
  }

  private static SentRequest send(
      RequestSender sender, PlayedServer server, Request request, Duration timeout)
      throws Exception {
    String url = "http://127.0.0.1:" + server.port() + request.path();
    return sender.send(request, url, Map.of(), timeout);
  }

  private static Request get() {
    return Request.get("/a", "");
  }

  @Test
  void theCallingThreadSends() throws Exception {
    try (var server = new PlayedServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        var sender = sender(server)) {
      assertThat(send(sender, server, get(), Duration.ZERO).response().body().text())
          .isEqualTo("{}");
      assertThat(threads).containsExactly(Thread.currentThread());
    }
  }

  @Test
  void theCallingThreadReadsAStream() throws Exception {
    try (var server = new PlayedServer(STREAM + FIRST + "0\r\n\r\n");
        var sender = sender(server)) {
      var reader = new Reader(LONG);
      send(sender, server, get().into(reader), Duration.ZERO);
      assertThat(reader.text).isEqualTo("{}");
      threads.add(reader.thread);
      assertThat(threads).containsOnly(Thread.currentThread());
    }
  }

  @Test
  void aTimeoutClosesTheConnection() throws Exception {
    try (var server = new PlayedServer(SILENT);
        var sender = sender(server)) {
      assertThatThrownBy(() -> send(sender, server, get(), Duration.ofMillis(200)))
          .isInstanceOf(TimeoutException.class);
      server.awaitEnd();
      assertThat(server.requests()).hasSize(1);
    }
  }

  /// Whether it has a time limit, and so a thread of its own, or not.
  @ParameterizedTest
  @ValueSource(longs = {0, 600})
  void anInterruptClosesTheConnection(long seconds) throws Exception {
    try (var server = new PlayedServer(SILENT);
        var sender = sender(server)) {
      interrupted(server, () -> send(sender, server, get(), Duration.ofSeconds(seconds)));
    }
  }

  @Test
  void anInterruptEndsAStream() throws Exception {
    try (var server = new PlayedServer(STREAM + FIRST);
        var sender = sender(server)) {
      interrupted(server, () -> send(sender, server, get().into(new Reader(LONG)), Duration.ZERO));
    }
  }

  private interface Sending {
    void run() throws Exception;
  }

  private static void interrupted(PlayedServer server, Sending sending) throws Exception {
    var running =
        new FutureTask<>(() -> {
          sending.run();
          return null;
        });
    Thread thread = Thread.ofPlatform().start(running);
    while (server.requests().isEmpty()) {
      Thread.sleep(1);
    }
    Thread.sleep(100);
    assertThat(running).isNotDone();
    thread.interrupt();
    assertThatThrownBy(() -> running.get(10, TimeUnit.SECONDS))
        .rootCause()
        .satisfies(cause -> assertThat(String.valueOf(cause)).containsIgnoringCase("interrupt"));
    server.awaitEnd();
    assertThat(server.requests()).hasSize(1);
  }

  /// Also one that is compressed, whose first bytes are awaited before the others.
  @ParameterizedTest
  @ValueSource(
      strings = {STREAM + FIRST, STREAM + "\r\n", STREAM + "Content-Encoding: gzip\r\n\r\n"})
  void aStreamIsSilentForAsLongAsItsReceiverHasPatience(String answer) throws Exception {
    try (var server = new PlayedServer(answer);
        var sender = sender(server)) {
      var impatient = get().into(new Reader(Duration.ofMillis(100)));
      assertThatThrownBy(() -> send(sender, server, impatient, Duration.ZERO))
          .isInstanceOf(SocketTimeoutException.class);
      server.awaitEnd();
    }
  }

  @Test
  void aReceiverNeedNotReadToTheEnd() throws Exception {
    try (var server = new PlayedServer(STREAM + FIRST, "HTTP/1.1 204 No Content\r\n\r\n");
        var sender = sender(server)) {
      var receiver =
          new BodyReceiver() {
            @Override
            public void take(InputStream body) throws IOException {
              assertThat(body.read()).isEqualTo('{');
            }

            @Override
            public Duration patience() {
              return LONG;
            }
          };
      send(sender, server, get().into(receiver), Duration.ZERO);
      server.awaitEnd();
      assertThat(send(sender, server, get(), Duration.ZERO).response().status()).isEqualTo(204);
    }
  }

  @Test
  void anErrorIsNoStream() throws Exception {
    try (var server = new PlayedServer("HTTP/1.1 410 Gone\r\nContent-Length: 2\r\n\r\n{}");
        var sender = sender(server)) {
      var reader = new Reader(LONG);
      SentRequest sent = send(sender, server, get().into(reader), Duration.ZERO);
      assertThat(sent.response().body().text()).isEqualTo("{}");
      assertThat(reader.text).isEmpty();
    }
  }

  private static final class Reader implements BodyReceiver {
    private final Duration patience;
    private String text = "";
    private Thread thread = Thread.currentThread();

    Reader(Duration patience) {
      this.patience = patience;
    }

    @Override
    public void take(InputStream body) throws IOException {
      thread = Thread.currentThread();
      text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public Duration patience() {
      return patience;
    }
  }
}
