package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.ManifestSources.KustomizationPolicy;
import dev.japply.input.ManifestSources.UrlTimeout;
import dev.japply.io.CancellationSource;
import dev.japply.io.Hurried;
import dev.japply.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlContentTest {
  private final Deque<Integer> statuses = new ArrayDeque<>();
  private HttpServer server;
  private int requests;
  private final List<String> credentials = new ArrayList<>();
  private final CancellationSource stop = new CancellationSource();
  private UrlTimeout timeout = UrlTimeout.DEFAULT;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.createContext("/moved", exchange -> redirect(exchange, "/m.yaml"));
    server.createContext("/round", exchange -> redirect(exchange, "/round"));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests++;
    credentials.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
    byte[] body = "kind: A\napiVersion: v1\n".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(statuses.isEmpty() ? 200 : statuses.pop(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void redirect(HttpExchange exchange, String to) throws IOException {
    requests++;
    credentials.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
    exchange.getResponseHeaders().set("Location", to);
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  @Test
  void readsAnObject() {
    ManifestSet set = read();
    assertThat(set.objects()).hasSize(1);
    assertThat(set.objects().getFirst().origin()).hasToString(url() + ":1");
    assertThat(requests).isEqualTo(1);
    assertThat(credentials).isEmpty();
  }

  @Test
  void triesThreeTimesOnServerErrors() {
    statuses.addAll(List.of(500, 503));
    assertThat(read().objects()).hasSize(1);
    assertThat(requests).isEqualTo(3);
  }

  @Test
  void givesUpAfterThreeServerErrors() {
    statuses.addAll(List.of(500, 500, 503, 200));
    assertThat(error())
        .isEqualTo(
            "error reading: unable to read URL \"%s\", server reported status code=503"
                .formatted(url()));
    assertThat(requests).isEqualTo(3);
  }

  @Test
  void doesNotTryAgainAfterCtrlC() {
    statuses.addAll(List.of(500, 200));
    stop.cancel();
    assertThat(error()).endsWith("status code=500");
    assertThat(requests).isEqualTo(1);
  }

  @Test
  void doesNotRepeatWhatIsRefused() {
    statuses.addAll(List.of(404, 200));
    assertThat(error()).endsWith("status code=404");
    assertThat(requests).isEqualTo(1);
  }

  @Test
  void tellsThatNobodyAnswers() {
    String url = url();
    server.stop(0);
    assertThat(error(url)).startsWith("error reading: unable to read URL \"" + url + "\"");
  }

  @Test
  void saysWhyNobodyAnswers() {
    String url = url();
    server.stop(0);
    assertThat(error(url)).endsWith(": connection refused");
    assertThat(error("http://nowhere.invalid/m.yaml")).endsWith(": no such host");
  }

  @Test
  void sendsTheCredentialsOfTheUrlAndShowsNoPassword() {
    String secret = url().replace("//", "//me:pa%2055@");
    String shown = url().replace("//", "//me:***@");
    assertThat(read(secret).objects().getFirst().origin()).hasToString(shown + ":1");
    assertThat(credentials).containsExactly("Basic bWU6cGEgNTU=");
    statuses.add(404);
    assertThat(read(secret).problems())
        .extracting(Problem::toString)
        .containsExactly(
            "%1$s: error reading: unable to read URL \"%1$s\", server reported status code=404"
                .formatted(shown));
  }

  @Test
  void showsNoPasswordOfAnUrlThatCannotBeUsed() {
    assertThatThrownBy(() -> read("http://me:pa ss@host/m.yaml"))
        .hasMessage(
            "the URL passed to filename \"http://me:***@host/m.yaml\" is not valid: Illegal"
                + " character in authority");
  }

  @Test
  void sendsNoCredentialsToWhereItIsRedirected() {
    String moved = url().replace("//", "//me:pa55@").replace("m.yaml", "moved");
    assertThat(read(moved).objects()).hasSize(1);
    assertThat(requests).isEqualTo(2);
    assertThat(credentials).hasSize(1);
  }

  @Test
  void stopsAfterTenRedirects() {
    assertThat(error(url().replace("m.yaml", "round"))).endsWith(": stopped after 10 redirects");
    assertThat(requests).isEqualTo(3 * 11);
  }

  @Test
  void doesNotWaitForAnAnswerForEver() throws IOException {
    timeout = UrlTimeout.of(Duration.ofMillis(300));
    assertThat(errorOf("", false))
        .endsWith(": context deadline exceeded: not read within --request-timeout");
  }

  @Test
  void doesNotWaitForTheEndForEver() throws IOException {
    timeout = UrlTimeout.of(Duration.ofMillis(300));
    assertThat(errorOf("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nkind: A", false))
        .endsWith(": context deadline exceeded: not read within --request-timeout");
  }

  @Test
  void doesNotWaitForTheNextPartForEver() throws IOException {
    timeout = new UrlTimeout(Duration.ZERO, Duration.ofSeconds(1));
    assertThat(errorOf("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nkind: A", false))
        .endsWith(
            ": context deadline exceeded: no data for 1s; --request-timeout sets"
                + " another limit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 100\r\n\r\nkind", "Transfer-Encoding: chunked\r\n\r\n9\r\nkind"})
  void aBodyThatIsCutIsAnUnexpectedEnd(String rest) throws IOException {
    assertThat(errorOf("HTTP/1.1 200 OK\r\n" + rest, true)).endsWith("\": unexpected EOF");
  }

  @Test
  void aPortThatNoneCanBeIsAnError() {
    assertThat(error("http://127.0.0.1:99999/m.yaml"))
        .contains("unable to read URL \"http://127.0.0.1:99999/m.yaml\": port out of range:99999");
  }

  /// The error of a server that sends `answer` and then ends the connection, or does nothing more.
  private String errorOf(String answer, boolean end) throws IOException {
    var held = new ConcurrentLinkedQueue<Socket>();
    try (var listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(listener, held, answer, end));
      return error("http://127.0.0.1:" + listener.getLocalPort() + "/m.yaml");
    } finally {
      for (Socket socket : held) {
        socket.close();
      }
    }
  }

  private static void serve(ServerSocket listener, Queue<Socket> held, String answer, boolean end) {
    try {
      while (true) {
        Socket socket = listener.accept();
        held.add(socket);
        socket.getInputStream().read(new byte[4096]);
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        if (end) {
          socket.close();
        }
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private String url() {
    var address = server.getAddress();
    return "http://" + address.getHostString() + ":" + address.getPort() + "/m.yaml";
  }

  private String error() {
    return error(url());
  }

  private String error(String url) {
    List<Problem> problems = read(url).problems();
    assertThat(problems).hasSize(1);
    return problems.getFirst().what();
  }

  private ManifestSet read() {
    return read(url());
  }

  private ManifestSet read(String url) {
    var sources =
        new ManifestSources(
            Path.of(""),
            new ByteArrayInputStream(new byte[0]),
            HttpClient::newHttpClient,
            new Hurried(stop),
            timeout);
    return ManifestReader.read(sources.expand(List.of(url), false, KustomizationPolicy.READ));
  }
}
