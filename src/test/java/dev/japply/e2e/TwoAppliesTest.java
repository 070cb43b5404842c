package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.object.LastApplied;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two applies of the same objects at once, each with a key of its own: whatever comes of it, a key
/// that somebody has applied stands in the annotation, so that it goes when it leaves the manifest.
@Tag("sampled")
@UsesTestCluster
class TwoAppliesTest {
  private static final int OBJECTS = 8;
  private static final int ROUNDS = Integer.getInteger("japply.rounds", Cases.of(25));

  private final TestCluster server;
  @TempDir private Path home;

  TwoAppliesTest(TestCluster server) {
    this.server = server;
  }

  private static String manifest(String key, int round) {
    return IntStream.range(0, OBJECTS)
        .mapToObj(i ->
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: c%d}
            data: {shared: x, %s: "%d"}
            ---
            """
                .formatted(i, key, round))
        .collect(Collectors.joining());
  }

  private Program.Said apply(String namespace, String manifest) {
    return Program.run(
        Map.of("KUBECONFIG", server.kubeconfig().toString(), "HOME", home.toString()),
        manifest,
        List.of("apply", "-n", namespace, "-f", "-"));
  }

  @Test
  void leaveNoKeyWithoutItsAnnotation() {
    String namespace = server.newNamespace();
    apply(namespace, manifest("first", 0));
    for (int round = 1; round <= ROUNDS; round++) {
      String one = manifest("one" + round, round);
      String other = manifest("other" + round, round);
      var beside = CompletableFuture.supplyAsync(() -> apply(namespace, one));
      Program.Said said = apply(namespace, other);
      assertThat(List.of(said, beside.join()))
          .allSatisfy(each -> assertThat(each.status()).as(each.err()).isZero());
      assertThat(orphans(namespace)).as("keys that no annotation names").isEmpty();
    }
  }

  private List<String> orphans(String namespace) {
    String list = server.kubectl("get", "configmaps", "-n", namespace, "-o", "json").orFail().out();
    var orphans = new ArrayList<String>();
    for (Value item : ((ListValue) ((MapValue) Json.parse(list)).get("items")).items()) {
      var object = (MapValue) item;
      String text = LastApplied.text(object);
      if (!text.isEmpty()) {
        MapValue owned = ((MapValue) Json.parse(text)).map("data");
        object.map("data").entries().keySet().stream()
            .filter(key -> !owned.has(key))
            .map(key -> object.map("metadata").text("name") + " " + key)
            .forEach(orphans::add);
      }
    }
    return orphans;
  }
}
