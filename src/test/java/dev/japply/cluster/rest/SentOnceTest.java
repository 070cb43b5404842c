package dev.japply.cluster.rest;

import static dev.japply.cluster.http.PlayedServer.CLOSE;
import static dev.japply.cluster.http.PlayedServer.RESET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ClusterConfig;
import dev.japply.cluster.config.ClusterConfigResolver;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.http.PlayedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// fabric8 repeats nothing: the server gets each request once, and once more for each wait that
/// [Retries] decides on. A read whose kept connection is dead is the one exception, by the pool.
class SentOnceTest {
  private static final String FINE = answer("200 OK");
  private static final List<String> WRITES = List.of("POST", "PUT", "PATCH", "DELETE");
  private static final String WATCH = "WATCH";
  private static final List<String> ALL = List.of("GET", WATCH, "POST", "PUT", "PATCH", "DELETE");

  private final AtomicInteger waits = new AtomicInteger();

  static List<String> statuses() {
    return List.of(
        FINE,
        answer("401 Unauthorized"),
        answer("409 Conflict"),
        answer("429 Too Many Requests"),
        answer("429 Too Many Requests\r\nRetry-After: 1"),
        answer("500 Internal Server Error"),
        answer("502 Bad Gateway"),
        answer("503 Service Unavailable"),
        answer("503 Service Unavailable\r\nRetry-After: 1"),
        answer("504 Gateway Timeout"));
  }

  static List<String> broken() {
    return List.of(
        CLOSE,
        RESET,
        "HTTP/1.1 2" + CLOSE,
        "HTTP/1.1 2" + RESET,
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{" + CLOSE,
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{" + RESET);
  }

  private static String answer(String head) {
    return "HTTP/1.1 " + head + "\r\nContent-Length: 2\r\n\r\n{}";
  }

  @ParameterizedTest
  @MethodSource({"statuses", "broken"})
  void theCommandLineSendsOnce(String answer) throws IOException {
    for (Duration timeout : List.of(Duration.ZERO, Duration.ofMinutes(1))) {
      for (String method : ALL) {
        try (var server = new PlayedServer(forEver(answer));
            var sender = commandLine(server)) {
          send(requests(sender, server, timeout), method);
          checkOnce(server, method, answer, 0);
        }
      }
    }
  }

  /// fabric8's own clients repeat ten times, whatever the method, unless they are told not to. The
  /// JDK sends a read again whose connection ends before the response.
  @ParameterizedTest
  @MethodSource({"statuses", "broken"})
  void aProgramSendsOnce(String answer) throws IOException {
    for (String method : ALL) {
      try (var server = new PlayedServer(forEver(answer));
          var client = program(server)) {
        send(requests(ClusterFactory.sender(client), server, Duration.ZERO), method);
        boolean again = !WRITES.contains(method) && answer.length() == 1;
        checkOnce(server, method, answer, again ? 1 + waits.get() : 0);
        assertThat(server.requests().getFirst()).contains("Impersonate-User: me");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {CLOSE, RESET, "HTTP/1.1 2" + CLOSE})
  void aKeptConnectionThatDies(String end) throws IOException {
    for (String method : ALL) {
      String[] answers = forEver(end);
      answers[0] = FINE;
      try (var server = new PlayedServer(answers);
          var sender = commandLine(server)) {
        Requests requests = requests(sender, server, Duration.ZERO);
        send(requests, "GET");
        send(requests, method);
        boolean again = !WRITES.contains(method) && end.length() == 1;
        checkOnce(server, method, end, again ? 2 : 1);
      }
    }
  }

  private void checkOnce(PlayedServer server, String method, String answer, int others) {
    int repeated = waits.getAndSet(0);
    assertThat(server.requests()).as(method + " " + answer).hasSize(1 + repeated + others);
    if (WRITES.contains(method) && !answer.contains(" 429 ")) {
      assertThat(repeated).as(method).isZero();
    }
  }

  private static String[] forEver(String answer) {
    return Collections.nCopies(40, answer).toArray(String[]::new);
  }

  private static String url(PlayedServer server) {
    return "http://127.0.0.1:" + server.port();
  }

  private static ConnectionOptions connection(PlayedServer server) {
    return ConnectionOptions.DEFAULT.withOverrides(
        Overrides.NONE.withCluster("server", url(server)));
  }

  private static RequestSender commandLine(PlayedServer server) {
    ConnectionOptions connection = connection(server);
    var kubeconfig = ClusterConfigResolver.kubeconfig(connection, Loopback.NOWHERE);
    return new RequestSender(
        ServerTransport.find(connection, Loopback.NOWHERE, kubeconfig, null).client(), true);
  }

  private static KubernetesClient program(PlayedServer server) {
    Config config = Config.empty();
    config.setMasterUrl(url(server));
    config.setImpersonateUsername("me");
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(new JdkHttpClientFactory())
        .build();
  }

  private Requests requests(RequestSender sender, PlayedServer server, Duration timeout) {
    ClusterConfig config = ClusterConfigResolver.resolve(connection(server), Loopback.NOWHERE);
    return new Requests(
        sender,
        config,
        timeout,
        new WarningHeaders(warning -> {}),
        new RequestLog(0, line -> {}, List.of()),
        wait -> waits.incrementAndGet());
  }

  private static void send(Requests requests, String method) {
    try {
      requests.sendUnchecked(request(method));
    } catch (ClusterException e) {
      assertThat(e.kind()).isEqualTo(ClusterException.Kind.BROKEN);
    }
  }

  private static Request request(String method) {
    return switch (method) {
      case "GET" -> Request.get("/api/v1", "");
      case WATCH -> Request.list("/api/v1", Map.of("watch", "true"), "").into(new Ignored());
      default ->
          Request.write(method, "/api/v1/x", Map.of(), "x").withBody("application/json", "{}");
    };
  }

  private static final class Ignored implements BodyReceiver {
    @Override
    public void take(InputStream body) throws IOException {
      body.readAllBytes();
    }

    @Override
    public Duration patience() {
      return Duration.ofMinutes(1);
    }
  }
}
