package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.FakePatches;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands on a cluster take linear work.
@Tag("verify")
@Isolated("counts the allocations of all threads")
class LinearWorkTest {
  @TempDir private Path directory;

  /// A kind of growth: the manifests of a size, in one of two versions.
  record Growth(String what, int size, Version version) {
    /// Whether it can grow without end; depth cannot.
    boolean isFlat() {
      return !what.equals("depth");
    }

    String manifests(int count, String value) {
      return version.of(count, value);
    }

    @Override
    public String toString() {
      return what;
    }
  }

  interface Version {
    String of(int count, String value);
  }

  private static final List<Growth> GROWTHS =
      List.of(
          new Growth("fields", 1000, LinearWorkTest::fields),
          new Growth("objects", 100, LinearWorkTest::objects),
          new Growth("lines", 2000, LinearWorkTest::lines),
          new Growth("depth", 30, LinearWorkTest::depth),
          new Growth("items by key", 300, LinearWorkTest::environment),
          new Growth("items by several keys", 300, LinearWorkTest::ports),
          new Growth("items of a set", 600, LinearWorkTest::finalizers),
          new Growth("items of a whole list", 300, LinearWorkTest::whole));

  private static String repeated(int count, IntFunction<String> part) {
    return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining());
  }

  private static String configMap(String name, String data) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata:\n" + data;
  }

  private static String fields(int count, String value) {
    return configMap("many", repeated(count, i -> "  k" + i + ": \"" + value + "\"\n"));
  }

  private static String objects(int count, String value) {
    return repeated(count, i -> "---\n" + configMap("o" + i, "  k: \"" + value + "\"\n"));
  }

  private static String lines(int count, String value) {
    return configMap("many", "  text: |\n" + repeated(count, i -> "    " + i + value + "\n"));
  }

  private static String depth(int count, String value) {
    return "apiVersion: example.com/v1\nkind: Deep\nmetadata: {name: deep}\nspec: "
        + "{a: ".repeat(count)
        + value
        + "}".repeat(count)
        + "\n";
  }

  private static String environment(int count, String value) {
    return deployment(
        "env:\n"
            + repeated(count, i -> "          - {name: E" + i + ", value: \"" + value + "\"}\n"));
  }

  private static String ports(int count, String value) {
    return deployment(
        "ports:\n"
            + repeated(
                count,
                i ->
                    "          - {containerPort: "
                        + (i + 1)
                        + ", name: p"
                        + i
                        + "-"
                        + value
                        + "}\n"));
  }

  private static String deployment(String container) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: many}
    spec:
      selector: {matchLabels: {app: many}}
      template:
        metadata: {labels: {app: many}}
        spec:
          containers:
          - name: one
            image: i
    """
        + "        "
        + container;
  }

  private static String finalizers(int count, String value) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: many\n  finalizers:\n"
        + repeated(count, i -> "  - example.com/f" + i + "-" + value + "\n");
  }

  private static String whole(int count, String value) {
    return "apiVersion: example.com/v1\nkind: Deep\nmetadata: {name: many}\nspec:\n  items:\n"
        + repeated(count, i -> "  - {name: i" + i + ", value: \"" + value + "\"}\n");
  }

  private static Stream<Arguments> rows() {
    return GROWTHS.stream()
        .flatMap(growth ->
            Stream.of(
                    "apply",
                    "diff",
                    "plan",
                    "why",
                    "why --show=all",
                    "diff --why",
                    "plan --report=html=page",
                    "diff --report=html=page",
                    "show",
                    "undo",
                    "apply --plan",
                    "apply --server-side",
                    "diff --server-side",
                    "plan --server-side",
                    "why --server-side")
                .map(command -> Arguments.of(growth, command)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("rows")
  void twiceTheInputTakesTwiceTheWork(Growth growth, String command) throws Exception {
    Work.assertLinear(count -> work(growth, command, count), growth.size(), growth.isFlat());
  }

  private Work work(Growth growth, String command, int count) throws Exception {
    var cluster = new FakeCluster();
    cluster.serve("example.com/v1", "Deep", "deeps", true);
    Path manifest = Files.writeString(directory.resolve("m.yaml"), growth.manifests(count, "1"));
    String file = manifest.toString();
    String page = directory.resolve("page").toString();
    String kept = directory.resolve("kept").toString();
    Files.deleteIfExists(Path.of(kept));
    var setting = new Ran.Setting(cluster);
    boolean onServer = command.endsWith("--server-side");
    Ran first = setting.run("apply", "-f", file, "--server-side=" + onServer);
    assertThat(first.status()).as(first::toString).isZero();
    Files.writeString(manifest, growth.manifests(count, "2"));
    String[] args =
        switch (command) {
          case "show", "apply --plan" -> {
            Ran plan = setting.run("plan", "-f", file, "--out", kept);
            assertThat(plan.status()).as(plan::toString).isZero();
            yield command.equals("show")
                ? new String[] {"show", kept}
                : new String[] {"apply", "--plan", kept, "-f", file};
          }
          case "undo" -> {
            Ran ran = setting.run("apply", "-f", file, "--undo-file", kept);
            assertThat(ran.status()).as(ran::toString).isZero();
            yield new String[] {"undo", kept, "--yes"};
          }
          default -> (command.replace("page", page) + " -f " + file).split(" ");
        };
    return Work.of(() -> setting.run(args), command.startsWith("diff") ? 1 : 0);
  }

  /// The first server-side apply takes over what client-side apply has, and deletes every other
  /// field.
  @ParameterizedTest
  @ValueSource(strings = {"plan", "diff", "why"})
  void twiceTheFieldsTakeTwiceTheWorkOfAMigration(String command) throws Exception {
    Work.assertLinear(count -> migration(command, count), 500, /* isEndless= */ true);
  }

  private Work migration(String command, int count) throws Exception {
    var cluster = new FakeCluster();
    Path manifest = Files.writeString(directory.resolve("m.yaml"), fields(count, "1"));
    var setting = new Ran.Setting(cluster);
    Ran first = setting.run("apply", "-f", manifest.toString());
    assertThat(first.status()).as(first::toString).isZero();
    MapValue live = cluster.object("configmaps default/many");
    MapValue data = MapValue.EMPTY;
    for (String key : live.map("data").entries().keySet()) {
      data = data.with("f:" + key, MapValue.EMPTY);
    }
    MapValue annotation = MapValue.of("f:" + LastApplied.KEY, MapValue.EMPTY);
    MapValue owned =
        MapValue.of("f:data", data).with("f:metadata", MapValue.of("f:annotations", annotation));
    MapValue client =
        FakePatches.entry(ManagedFields.CLIENT_SIDE, "v1", Set.of())
            .with("operation", Value.text("Update"))
            .with("fieldsV1", owned);
    cluster.put(
        live.with("metadata", live.map("metadata").with("managedFields", ListValue.of(client))));
    String half = repeated(count / 2, i -> "  k" + 2 * i + ": \"1\"\n");
    Files.writeString(manifest, configMap("many", half));
    String[] args = {command, "--server-side", "-f", manifest.toString()};
    return Work.of(() -> setting.run(args), command.equals("diff") ? 1 : 0);
  }
}
