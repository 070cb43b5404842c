package dev.japply.cluster.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.problem.ByteLimit;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Compressed answers, which are decompressed as they arrive.
class ZippedAnswerTest {
  private static final ByteLimit LIMIT = new ByteLimit(100_000);

  /// How the end of a body is known.
  enum Framing {
    LENGTH,
    CHUNKS,
    CLOSE;

    private byte[] answer(byte[] body) throws IOException {
      var out = new ByteArrayOutputStream();
      out.write(ascii("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"));
      switch (this) {
        case LENGTH -> out.write(ascii("Content-Length: " + body.length + "\r\n\r\n"));
        case CHUNKS -> out.write(ascii("Transfer-Encoding: chunked\r\n\r\n"));
        case CLOSE -> out.write(ascii("\r\n"));
      }
      if (this == CHUNKS) {
        for (int at = 0; at < body.length; at += 10) {
          byte[] chunk = Arrays.copyOfRange(body, at, Math.min(body.length, at + 10));
          out.write(ascii(Integer.toHexString(chunk.length) + "\r\n"));
          out.write(chunk);
          out.write(ascii("\r\n"));
        }
        out.write(ascii("0\r\n\r\n"));
      } else {
        out.write(body);
      }
      return out.toByteArray();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  private static byte[] zipped(String text) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(ascii(text));
    }
    return out.toByteArray();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static String read(byte[] answer) throws IOException {
    return new String(PlayedAnswer.read(answer, LIMIT).body(), US_ASCII);
  }

  @ParameterizedTest
  @EnumSource(Framing.class)
  void areReadToTheirEnd(Framing framing) throws IOException {
    assertThat(read(framing.answer(zipped("abc")))).isEqualTo("abc");
    assertThat(read(framing.answer(joined(zipped("abc"), zipped("def"))))).isEqualTo("abcdef");
    assertThat(read(framing.answer(new byte[0]))).isEmpty();
    String longest = "x".repeat(LIMIT.bytes());
    assertThat(read(framing.answer(zipped(longest)))).isEqualTo(longest);
  }

  @ParameterizedTest
  @EnumSource(Framing.class)
  void areErrorsIfTheyAreTooLongOrBroken(Framing framing) throws IOException {
    byte[] tooLong = framing.answer(zipped("x".repeat(LIMIT.bytes() + 1)));
    assertThatThrownBy(() -> read(tooLong)).isInstanceOf(ByteLimit.Exceeded.class);
    byte[] half = framing.answer(Arrays.copyOf(zipped("abc"), 15));
    assertThatThrownBy(() -> read(half)).isInstanceOf(IOException.class);
    byte[] other = framing.answer(ascii("not zipped"));
    assertThatThrownBy(() -> read(other)).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Framing.class,
      names = {"LENGTH", "CHUNKS"})
  void areErrorsIfTheConnectionEndsBefore(Framing framing) throws IOException {
    byte[] answer = framing.answer(zipped("abc"));
    for (int cut = 1; cut < 12; cut++) {
      byte[] part = Arrays.copyOf(answer, answer.length - cut);
      assertThatThrownBy(() -> read(part)).as("%d cut off", cut).isInstanceOf(IOException.class);
    }
  }

  /// The connection is at the end of the first answer then.
  @ParameterizedTest
  @EnumSource(
      value = Framing.class,
      names = {"LENGTH", "CHUNKS"})
  void leaveTheConnectionForTheNextAnswer(Framing framing) throws Exception {
    byte[] first = framing.answer(zipped("abc"));
    byte[] second = framing.answer(zipped("def"));
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var connections = connections(listening)) {
      Thread.ofVirtual().start(() -> send(listening, false, first, second));
      assertThat(connections.send(get(listening)).body()).asString().isEqualTo("abc");
      assertThat(connections.send(get(listening)).body()).asString().isEqualTo("def");
    }
  }

  /// No members give any text, and there is no end of them.
  @Test
  void areErrorsIfTheyAreEndlessAndEmpty() throws Exception {
    byte[] head = ascii("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
    byte[] answer = joined(head, zipped(""));
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var connections = connections(listening)) {
      Thread.ofVirtual().start(() -> send(listening, true, answer));
      assertThatThrownBy(() -> connections.send(get(listening)))
          .isInstanceOf(ByteLimit.Exceeded.class);
    }
  }

  private static ConnectionPool connections(ServerSocket listening) {
    var route = new Route("127.0.0.1", listening.getLocalPort(), null, null);
    return new ConnectionPool(route, Duration.ofSeconds(10), LIMIT);
  }

  private static RawRequest get(ServerSocket listening) {
    var uri = URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/a");
    return new RawRequest("GET", uri, Map.of(), null);
  }

  /// Sends an answer to each request on one connection.
  ///
  /// @param endless whether to send empty members after that until the client has had enough
  private static void send(ServerSocket listening, boolean endless, byte[]... answers) {
    try (var socket = listening.accept();
        OutputStream out = socket.getOutputStream()) {
      var requests = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      for (byte[] answer : answers) {
        while (!requests.readLine().isEmpty()) {}
        out.write(answer);
      }
      byte[] empty = zipped("");
      while (endless) {
        out.write(empty);
      }
    } catch (IOException e) {
      // The client has had enough.
    }
  }
}
