package dev.japply.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.japply.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UrlContentTest {
  private final Deque<Integer> statuses = new ArrayDeque<>();
  private HttpServer server;
  private int requests;
  private boolean authorized;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests++;
    authorized |= exchange.getRequestHeaders().containsKey("Authorization");
    byte[] body = "kind: A\napiVersion: v1\n".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(statuses.isEmpty() ? 200 : statuses.pop(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void readsAnObject() {
    ManifestSet set = read();
    assertThat(set.objects()).hasSize(1);
    assertThat(set.objects().getFirst().origin()).hasToString(url() + ":1");
    assertThat(requests).isEqualTo(1);
    assertThat(authorized).isFalse();
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

  private String url() {
    var address = server.getAddress();
    return "http://" + address.getHostString() + ":" + address.getPort() + "/m.yaml";
  }

  private String error() {
    return error(url());
  }

  private static String error(String url) {
    List<Problem> problems = read(url).problems();
    assertThat(problems).hasSize(1);
    return problems.getFirst().what();
  }

  private ManifestSet read() {
    return read(url());
  }

  private static ManifestSet read(String url) {
    var sources =
        new ManifestSources(
            Path.of(""),
            new ByteArrayInputStream(new byte[0]),
            HttpClient::newHttpClient,
            Duration.ZERO);
    return ManifestReader.read(sources.expand(List.of(url), false));
  }
}
