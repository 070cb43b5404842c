package dev.japply.cluster.http;

import static dev.japply.cluster.http.PlayedServer.CLOSE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is made of the bytes of an answer.
class AnswersTest {
  private static final String AFTER = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nafter";

  /// Answers and their bodies, each on a connection that then carries another one. `\\` stands for
  /// the end of a line.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP/1.1 200 OK\\Content-Length: 3\\\\abc | abc",
        "HTTP/1.1 200\\Content-Length: 0\\\\ | ''",
        "HTTP/1.1 200 \\content-length:3\\\\abc | abc",
        "HTTP/1.1 200 OK\\Content-Length: 3\\Content-Length: 3\\\\abc | abc",
        "HTTP/1.1 204 None\\\\ | ''",
        "HTTP/1.1 304 Same\\Content-Length: 7\\\\ | ''",
        "HTTP/1.1 100 Continue\\\\HTTP/1.1 200 OK\\Content-Length: 1\\\\a | a",
        "HTTP/1.1 103 Hints\\Link: x\\\\HTTP/1.1 102 Wait\\\\HTTP/1.1 200 OK\\Content-Length:"
            + " 1\\\\a | a",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\3\\abc\\0\\\\ | abc",
        "HTTP/1.1 200 OK\\Transfer-Encoding: Chunked\\\\1\\a\\0002\\bc\\000\\\\ | abc",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\3;x=\"y\"\\abc\\0;z\\\\ | abc",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\3 \\abc\\0\\Sum: 1\\Other: 2\\\\ | abc",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\0\\\\ | ''",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\A\\0123456789\\0\\\\ | 0123456789"
      })
  void bodiesEndWhereTheAnswerSays(String answer, String body) throws Exception {
    for (Duration slow : new Duration[] {Duration.ZERO, Duration.ofNanos(1)}) {
      try (var server = new PlayedServer(slow, lines(answer), AFTER);
          var connections = server.connections()) {
        assertThat(connections.send(server.get()).body()).asString().isEqualTo(body);
        assertThat(connections.send(server.get()).body()).asString().isEqualTo("after");
        assertThat(server.accepted()).isEqualTo(1);
      }
    }
  }

  /// Bodies that end with the connection. A request that may not be sent twice would fail on it.
  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 200 OK\\\\abc", "HTTP/1.0 200 OK\\\\abc"})
  void bodiesWithoutALengthEndWithTheConnection(String answer) throws Exception {
    try (var server = new PlayedServer(lines(answer) + CLOSE, AFTER);
        var connections = server.connections()) {
      assertThat(connections.send(server.get()).body()).asString().isEqualTo("abc");
      assertThat(connections.send(server.call("POST", "b")).body()).asString().isEqualTo("after");
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  /// The last of a connection, or with a body that might end in two places. The server would take
  /// another request.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\\Connection: keep-alive, Close\\Content-Length: 3\\\\abc",
        "HTTP/1.0 200 OK\\Content-Length: 3\\\\abc",
        "HTTP/1.1 200 OK\\Content-Length: 9\\Transfer-Encoding: chunked\\\\3\\abc\\0\\\\",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\Content-Length: 3\\\\3\\abc\\0\\\\"
      })
  void afterSuchAnswersTheConnectionEnds(String answer) throws Exception {
    try (var server = new PlayedServer(lines(answer), AFTER);
        var connections = server.connections()) {
      assertThat(connections.send(server.get()).body()).asString().isEqualTo("abc");
      assertThat(connections.send(server.get()).body()).asString().isEqualTo("after");
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  @Test
  void anAnswerToHeadHasNoBody() throws Exception {
    try (var server = new PlayedServer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", AFTER);
        var connections = server.connections()) {
      assertThat(connections.send(server.call("HEAD", null)).body()).isEmpty();
      assertThat(connections.send(server.get()).body()).asString().isEqualTo("after");
    }
  }

  @Test
  void headersAreFoundInAnyCase() throws Exception {
    String answer =
        lines(
            "HTTP/1.1 429 Slow\\retry-after:  7 \\Warning: 299 - \"\u00c3\u00a9\"\\warning: b\\"
                + "Content-Length: 0\\Empty:\\\\");
    try (var server = new PlayedServer(answer);
        var connections = server.connections()) {
      RawResponse got = connections.send(server.get());
      assertThat(got.status()).isEqualTo(429);
      assertThat(got.headers().get("Retry-After")).containsExactly("7");
      assertThat(got.headers().get("WARNING")).containsExactly("299 - \"Ã©\"", "b");
      assertThat(got.headers().get("empty")).containsExactly("");
    }
  }

  @Test
  void largeBodiesArrive() throws Exception {
    String half = "0123456789abcdef".repeat(200_000);
    String chunk = Integer.toHexString(half.length()) + "\r\n" + half + "\r\n";
    String head = "HTTP/1.1 200 OK\r\n";
    try (var server =
            new PlayedServer(
                head + "Content-Length: " + 2 * half.length() + "\r\n\r\n" + half + half,
                head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk + "0\r\n\r\n");
        var connections = server.connections()) {
      assertThat(connections.send(server.get()).body()).asString().isEqualTo(half + half);
      assertThat(connections.send(server.get()).body()).asString().isEqualTo(half + half);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\",
        "hello, this is no HTTP\\",
        "HTTP/2.0 200 OK\\\\",
        "HTTP/1.1 20 OK\\\\",
        "HTTP/1.1 2000 OK\\\\",
        "HTTP/1.x 200 OK\\\\",
        "HTTP/1.1  200 OK\\\\",
        "SSH-2.0-OpenSSH_9.6",
        "\u0015\u0003\u0003"
      })
  void whatIsNoAnswerIsTold(String answer) throws Exception {
    assertThat(failure(answer))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("malformed status line");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 101 Switch\\\\",
        "HTTP/1.1 200 OK\\no colon\\\\",
        "HTTP/1.1 200 OK\\: no name\\\\",
        "HTTP/1.1 200 OK\\Name : a\\\\",
        "HTTP/1.1 200 OK\\A: b\\ folded\\\\",
        "HTTP/1.1 200 OK\\ A: b\\\\",
        "HTTP/1.1 200 OK\\Content-Length: -1\\\\",
        "HTTP/1.1 200 OK\\Content-Length: +1\\\\a",
        "HTTP/1.1 200 OK\\Content-Length: 1, 1\\\\a",
        "HTTP/1.1 200 OK\\Content-Length: 1\\Content-Length: 2\\\\aa",
        "HTTP/1.1 200 OK\\Content-Length: \\\\",
        "HTTP/1.1 200 OK\\Transfer-Encoding: gzip, chunked\\\\0\\\\",
        "HTTP/1.1 200 OK\\Transfer-Encoding: gzip\\\\0\\\\",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\Transfer-Encoding: gzip\\\\0\\\\",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\-1\\\\",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\\\abc",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\x\\abc",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\1\\abc\\0\\\\",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\1fffffffffffffff\\abc"
      })
  void whatHasNoCertainEndIsRefused(String answer) throws Exception {
    assertThat(failure(answer)).isInstanceOf(ProtocolException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 O",
        "HTTP/1.1 200 OK\\Content-Length: 3\\",
        "HTTP/1.1 200 OK\\Content-Length: 3\\\\ab",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\3\\ab",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\3\\abc",
        "HTTP/1.1 200 OK\\Transfer-Encoding: chunked\\\\3\\abc\\0\\",
        "HTTP/1.1 100 Continue\\\\"
      })
  void anAnswerThatIsCutIsTold(String answer) throws Exception {
    assertThat(failure(answer)).isInstanceOf(EOFException.class).hasMessageEndingWith("EOF");
  }

  @Test
  void aHeadHasALimit() throws Exception {
    String most = "A: " + "x".repeat(380 << 10);
    try (var server =
            new PlayedServer("HTTP/1.1 200 OK\r\n" + most + "\r\nContent-Length: 0\r\n\r\n");
        var connections = server.connections()) {
      assertThat(connections.send(server.get()).headers().get("a")).hasSize(1);
    }
    assertThat(failure("HTTP/1.1 200 OK\\" + most + "\\B: " + "y".repeat(8 << 10) + "\\\\"))
        .hasMessageContaining("too long");
  }

  private static IOException failure(String answer) throws Exception {
    try (var server = new PlayedServer(lines(answer) + CLOSE);
        var connections = server.connections()) {
      connections.send(server.get());
      throw new AssertionError("no failure");
    } catch (IOException e) {
      return e;
    }
  }

  private static String lines(String answer) {
    return answer.replace("\\", "\r\n");
  }
}
