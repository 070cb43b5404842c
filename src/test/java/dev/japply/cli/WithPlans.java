package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.golang.Sha256;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests of plans that are made of three objects, of which two are to change, and of one more.
abstract class WithPlans {
  static final String OLD =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"old","same":"x"}}
      ---
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"p":"aHVudGVyMjJvbGQ="}}
      ---
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"left"},"data":{"k":"v"}}
      """;

  static final String NEW =
      OLD.replace("old", "new").replace("aHVudGVyMjJvbGQ=", "aHVudGVyMjJuZXc=")
          + "---\n"
          + """
          {"apiVersion":"v1","kind":"Secret","metadata":{"name":"t"},"data":{"q":"czNjcjN0LXQ="}}
          """;

  /// Without the ConfigMap `left`, which a pruning deletes.
  static final String LESS = NEW.replaceAll("(?s)---\n[^\n]*left[^\n]*\n", "");

  /// The flags of that pruning.
  static final String[] PRUNE = {"--prune", "--all", "--prune-allowlist=core/v1/ConfigMap"};

  static final String CONFIG = "configmaps default/c";
  static final String LEFT = "configmaps default/left";
  static final String SECRET = "secrets default/s";

  @TempDir Path directory;
  final FakeCluster cluster = new FakeCluster();
  Path file;

  @BeforeEach
  void applied() {
    file = directory.resolve("plan.json");
    putSystem("1234");
    assertThat(japply(OLD, "apply", "-f", "-").status()).isZero();
    cluster.requests.clear();
    cluster.options.clear();
  }

  void putSystem(String uid) {
    cluster.put(
        json(
            "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'kube-system','uid':'%s'}}"
                .formatted(uid)));
  }

  static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  static String[] pruning(String... more) {
    return Stream.concat(Stream.of(PRUNE), Stream.of(more)).toArray(String[]::new);
  }

  Ran japply(String manifest, String... args) {
    return new Ran.Setting(cluster).reading(manifest).run(args);
  }

  Ran plan(String manifest, String... flags) {
    String[] args =
        Stream.concat(
                Stream.of("plan", "-f", "-", "--out", file.toString(), "--local"), Stream.of(flags))
            .toArray(String[]::new);
    Ran ran = japply(manifest, args);
    cluster.requests.clear();
    return ran;
  }

  Ran applyPlan(String manifest, String... flags) {
    String[] args =
        Stream.concat(Stream.of("apply", "-f", "-", "--plan", file.toString()), Stream.of(flags))
            .toArray(String[]::new);
    return japply(manifest, args);
  }

  List<String> writes() {
    return cluster.requests.stream()
        .filter(request -> !request.matches("(GET|LIST|CLOSE).*"))
        .toList();
  }

  MapValue document() throws IOException {
    return (MapValue) Json.parse(Files.readString(file));
  }

  /// Puts another document in the plan's place, with the digest that belongs to it.
  void forge(MapValue document) throws IOException {
    MapValue forged = document.without("digest");
    String digest = "sha256:" + Sha256.hex(GoJson.write(forged));
    Files.writeString(file, GoJson.write(forged.with("digest", Value.text(digest))));
  }

  /// Returns a tree with another value at a path, whose keys have dots between them. Of a list, the
  /// path leads into the first item.
  static MapValue edited(MapValue tree, String path, Value value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      return tree.with(path, value);
    }
    String key = path.substring(0, dot);
    String rest = path.substring(dot + 1);
    if (tree.get(key) instanceof ListValue list) {
      var items = new ArrayList<>(list.items());
      items.set(0, edited((MapValue) items.getFirst(), rest, value));
      return tree.with(key, new ListValue(items));
    }
    return tree.with(key, edited(tree.map(key), rest, value));
  }

  void change(String key, String field, MapValue value) {
    MapValue live = cluster.object(key);
    MapValue changed = live.map(field);
    for (var entry : value.entries().entrySet()) {
      changed = changed.with(entry.getKey(), entry.getValue());
    }
    cluster.put(live.with(field, changed));
  }
}
