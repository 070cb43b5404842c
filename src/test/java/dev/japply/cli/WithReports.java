package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Objects that were applied, and manifests that change some of them.
abstract class WithReports {
  static final String SECRET_VALUE = "aHVudGVyMjI=";
  static final String NEW_VALUE = "aHVudGVyMzM=";
  final FakeCluster cluster = new FakeCluster();
  final Ran.Setting setting = new Ran.Setting(cluster);
  @TempDir Path directory;
  Path manifests;

  static String map(String name, String value) {
    return """
    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s"},"data":{"k":"%s"}}
    """
        .formatted(name, value);
  }

  private static String secret(String value) {
    return """
    {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"p":"%s"}}
    """
        .formatted(value);
  }

  @BeforeEach
  void apply() throws IOException {
    manifests = directory.resolve("m a:b%.json");
    String all = map("same", "v") + map("c", "old") + secret(SECRET_VALUE);
    assertThat(setting.reading(all).run("apply", "-f", "-").status()).isZero();
    Files.writeString(
        manifests,
        map("same", "v")
            + map("c", "<script>alert('|')</script> ```")
            + map("new", "@everybody")
            + secret(NEW_VALUE)
            + "{\"kind\":\"X\"}\n");
  }

  final Ran diff(String... reports) {
    return run("diff", reports);
  }

  final Ran run(String command, String... flags) {
    var args = new ArrayList<>(List.of(command, "-f", manifests.toString()));
    args.addAll(List.of(flags));
    return setting.run(args.toArray(String[]::new));
  }

  static MapValue json(String text) {
    return (MapValue) Json.parse(text);
  }

  static List<MapValue> list(MapValue map, String key) {
    return ((ListValue) map.get(key)).items().stream().map(MapValue.class::cast).toList();
  }
}
