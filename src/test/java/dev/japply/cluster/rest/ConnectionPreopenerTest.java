package dev.japply.cluster.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The kubeconfig of the environment is read before it is known whether it is the one to use.
class ConnectionPreopenerTest {
  private static final String GOOD =
      """
      {"apiVersion":"v1","kind":"Config","current-context":"c",
      "contexts":[{"name":"c","context":{"cluster":"k"}}],
      "clusters":[{"name":"k","cluster":{"server":"http://127.0.0.1:1"}}]}
      """;

  @TempDir private Path directory;
  private Path good;
  private Path broken;

  @BeforeEach
  void write() throws IOException {
    good = Files.writeString(directory.resolve("good"), GOOD);
    broken = Files.writeString(directory.resolve("broken"), "{");
  }

  private static Optional<String> server(Path usual, ConnectionOptions chosen) {
    var environment = Environment.of(Map.of("KUBECONFIG", usual.toString()));
    try (var ahead =
        new ConnectionPreopener(() -> {}, environment, connection -> Optional.empty())) {
      ahead.open(() -> chosen);
      return ahead.transport(chosen).map(found -> found.config().server().toString());
    }
  }

  @Test
  void theUsualOneIsUsed() {
    assertThat(server(good, ConnectionOptions.DEFAULT)).contains("http://127.0.0.1:1");
  }

  @Test
  void theNamedOneIsUsedWhateverTheUsualOneIs() {
    assertThat(server(broken, ConnectionOptions.of(good.toString())))
        .contains("http://127.0.0.1:1");
  }

  @Test
  void anUnusableOneIsAnErrorWhereItIsUsed() {
    assertThatThrownBy(() -> server(broken, ConnectionOptions.DEFAULT))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("error loading config file \"" + broken);
    assertThatThrownBy(() -> server(good, ConnectionOptions.of(broken.toString())))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("error loading config file \"" + broken);
  }
}
