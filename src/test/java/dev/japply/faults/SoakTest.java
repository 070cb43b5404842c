package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A small part of `make soak`, and that it sees what is lost.
@UsesTestCluster
@Tag("verify")
@Order(1)
class SoakTest {
  private static final SoakRun.Size SMALL = new SoakRun.Size(6, 60, 3);
  private static final String ANNOTATIONS =
      "{\"kubectl.kubernetes.io/last-applied-configuration\":";

  private final TestCluster server;
  @TempDir private Path home;

  SoakTest(TestCluster server) {
    this.server = server;
  }

  @Test
  void nothingIsLostAndNothingGrows() throws IOException, InterruptedException {
    try (var upstream = new Upstream(server.kubeconfig())) {
      var run =
          new SoakRun(
              Program.command(), server.kubeconfig(), upstream, home, server.newNamespace());
      assertThat(run.run(SMALL, System.out::println)).isEmpty();
    }
  }

  private static List<String> broken(String data, String annotation, String other) {
    String text =
        """
        {"kind":"ConfigMap","metadata":{"name":"s0","annotations":%s"%s","w":"%s"}},"data":%s}
        """
            .formatted(ANNOTATIONS, annotation.replace("\"", "\\\""), other, data);
    return SoakRun.broken(
        List.of((MapValue) Json.parse(text)), 1, 7, Map.of("s0", Map.of("w", "5")));
  }

  @Test
  void seesWhatIsLost() {
    String data = "{\"version\":\"7\",\"v7\":\"x\",\"text\":\"t\"}";
    String annotation = "{\"data\":" + data + "}";
    assertThat(broken(data, annotation, "5")).isEmpty();
    assertThat(broken(data, annotation, "4")).containsExactly("s0 lost w: 4, not 5");
    assertThat(broken(data, "{\"data\":{\"version\":\"6\"}}", "5")).hasSize(1);
    assertThat(broken(data.replace("7\",\"v7", "6\",\"v7"), annotation, "5")).hasSize(1);
    assertThat(broken(data.replace("\"text\"", "\"v6\":\"x\",\"text\""), annotation, "5"))
        .hasSize(1);
    assertThat(SoakRun.broken(List.of(), 1, 7, Map.of())).hasSize(1);
  }
}
