package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A closed cluster leaves nothing behind.
class ClosingTest {
  @Test
  void theConnectionEnds() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var rest = CompletableFuture.supplyAsync(() -> restAfterOneAnswer(server));
      try (var cluster = Loopback.connect("http://127.0.0.1:" + server.getLocalPort())) {
        cluster.get(CONFIG_MAPS, "n", "c");
        assertThat(rest).isNotDone();
      }
      assertThat(rest.get(10, TimeUnit.SECONDS)).isZero();
    }
  }

  /// How many bytes come after the request.
  private static int restAfterOneAnswer(ServerSocket server) {
    try (Socket connection = server.accept()) {
      connection.getInputStream().read(new byte[8192]);
      connection
          .getOutputStream()
          .write(Loopback.FOUND_RESPONSE.getBytes(StandardCharsets.US_ASCII));
      return connection.getInputStream().readAllBytes().length;
    } catch (IOException e) {
      return -1;
    }
  }

  @Test
  void closingTwiceDoesNothing() {
    var cluster = Loopback.connect("http://127.0.0.1:1");
    cluster.close();
    cluster.close();
  }
}
