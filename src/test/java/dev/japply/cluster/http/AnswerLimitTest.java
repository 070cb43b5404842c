package dev.japply.cluster.http;

import static dev.japply.cluster.http.PlayedServer.CLOSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.problem.ByteLimit;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers without an end, and such as say that they are longer than they are.
class AnswerLimitTest {
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

  private static ConnectionPool connections(int port, ByteLimit limit) {
    var route = new Route("127.0.0.1", port, null, null);
    return new ConnectionPool(route, Duration.ofSeconds(10), limit);
  }

  /// What is left of the body must not be taken for the next answer.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 11\r\n\r\n01234567890",
        "Content-Length: 99999999999\r\n\r\n01234567890",
        CHUNKED + "b\r\n01234567890\r\n0\r\n\r\n",
        CHUNKED + "6\r\n012345\r\n5\r\n67890\r\n0\r\n\r\n",
        "\r\n01234567890"
      })
  void whatIsLongerIsAnErrorAndTheNextAnswerIsAnother(String answer) throws Exception {
    String next = OK + "Content-Length: 10\r\n\r\n0123456789";
    try (var server = new PlayedServer(OK + answer, next);
        var connections = connections(server.port(), new ByteLimit(10))) {
      assertThatThrownBy(() -> connections.send(server.get()))
          .isInstanceOf(ByteLimit.Exceeded.class)
          .hasMessage("larger than 10 bytes; set JAPPLY_MAX_BYTES in the environment to read more");
      assertThat(connections.send(server.get()).body()).asString().isEqualTo("0123456789");
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  /// These tests have less memory than that.
  @Test
  void noMemoryIsTakenForWhatIsAnnouncedAndDoesNotCome() throws Exception {
    String answer = OK + "Content-Length: 2146435072\r\n\r\nab" + CLOSE;
    try (var server = new PlayedServer(answer, answer);
        var connections = connections(server.port(), ByteLimit.parse("2047Mi"));
        var usual = connections(server.port(), ByteLimit.DEFAULT)) {
      assertThatThrownBy(() -> connections.send(server.get()))
          .isInstanceOf(EOFException.class)
          .hasMessage("unexpected EOF");
      assertThatThrownBy(() -> usual.send(server.get())).isInstanceOf(ByteLimit.Exceeded.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"200 OK", "500 Oh"})
  void anAnswerWithoutAnEndIsAnError(String status) throws Exception {
    String head = "HTTP/1.1 " + status + "\r\n\r\n";
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var connections = connections(listening.getLocalPort(), new ByteLimit(1 << 20))) {
      Thread.ofVirtual().start(() -> pour(listening, head));
      var uri = URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/a");
      assertThatThrownBy(() -> connections.send(new RawRequest("GET", uri, Map.of(), null)))
          .isInstanceOf(ByteLimit.Exceeded.class);
    }
  }

  private static void pour(ServerSocket listening, String head) {
    try (var socket = listening.accept();
        OutputStream out = socket.getOutputStream()) {
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      while (true) {
        out.write(new byte[8192]);
      }
    } catch (IOException e) {
      // The client has had enough.
    }
  }
}
