package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static dev.japply.cluster.rest.Loopback.PATCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// A write whose answer is lost is sent once: the server may have carried it out.
class DroppedConnectionTest {
  @Test
  void aPostOnANewConnectionIsSentOnce() throws IOException {
    sentOnce(0, cluster -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS), "POST");
  }

  @Test
  void aPostOnAKeptConnectionIsSentOnce() throws IOException {
    sentOnce(1, cluster -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS), "POST");
  }

  @Test
  void aPatchOnANewConnectionIsSentOnce() throws IOException {
    sentOnce(0, cluster -> cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS), "PATCH");
  }

  @Test
  void aPatchOnAKeptConnectionIsSentOnce() throws IOException {
    sentOnce(2, cluster -> cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS), "PATCH");
  }

  private static void sentOnce(int answered, Consumer<RestCluster> write, String method)
      throws IOException {
    try (var server = new DroppingServer(answered);
        var cluster = Loopback.connect(server.url())) {
      for (int i = 0; i < answered; i++) {
        cluster.get(CONFIG_MAPS, "n", "c");
      }
      var lost = catchThrowableOfType(ClusterException.class, () -> write.accept(cluster));
      assertThat(lost.kind()).isEqualTo(Kind.BROKEN);
      assertThat(lost.status()).isZero();
      assertThat(lost)
          .hasMessageStartingWith("Unable to connect to the server: EOF")
          .hasMessageEndingWith("whether the server carried out the request is not known");
      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.methods()).hasSize(answered + 1).endsWith(method);
    }
  }
}
