package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.WriteOptions;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.rest.Loopback;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.object.LastApplied;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Generated histories: an apply, writes of others, a recorded apply, more writes of others, and an
/// undo. Each leaf of each object must be as the law says, which this test computes from the four
/// states alone.
@UsesTestCluster
@Tag("generated")
@Tag("verify")
@Order(1)
class UndoHistoriesTest {
  private static final int HISTORIES = Cases.of(2_000);
  private static final long SEED = Long.getLong("japply.seed", 1L);

  /// Objects of one run.
  private static final int TOGETHER = 50;

  private static final String PRUNE =
      "--prune -l set=s --prune-allowlist=core/v1/ConfigMap --prune-allowlist=core/v1/Service"
          + " --prune-allowlist=core/v1/Secret"
          + " --prune-allowlist=apps/v1/Deployment";
  private static final WriteOptions OTHER = new WriteOptions("other", "", false);
  private static final Resource CONFIG =
      new Resource(Gvk.of("v1", "ConfigMap"), "configmaps", true);
  private static final Resource SECRET = new Resource(Gvk.of("v1", "Secret"), "secrets", true);
  private static final Resource SERVICE = new Resource(Gvk.of("v1", "Service"), "services", true);
  private static final Resource DEPLOYMENT =
      new Resource(Gvk.of("apps/v1", "Deployment"), "deployments", true);

  private final TestCluster server;
  @TempDir private Path home;

  UndoHistoriesTest(TestCluster server) {
    this.server = server;
  }

  private static Resource type(int i) {
    return switch (i % 5) {
      case 2 -> SECRET;
      case 3 -> SERVICE;
      case 4 -> DEPLOYMENT;
      default -> CONFIG;
    };
  }

  @Test
  void nothingOfOthersIsLostAndEverythingOfTheRunIsBack() {
    int undone = 0;
    int conflicts = 0;
    try (Cluster cluster = Loopback.connect(ConnectionOptions.of(server.kubeconfig().toString()))) {
      for (int run = 0; run * TOGETHER < HISTORIES; run++) {
        conflicts += new Run(cluster, SEED * 1_000_000 + run).check();
        undone += TOGETHER;
      }
    }
    System.out.printf(
        "undo: seed %d, %d histories were taken back, with %d conflicts%n",
        SEED, undone, conflicts);
  }

  /// One run with its objects.
  private final class Run {
    private final Cluster cluster;
    private final long seed;
    private final Random random;
    private final String namespace = server.newNamespace();

    Run(Cluster cluster, long seed) {
      this.cluster = cluster;
      this.seed = seed;
      this.random = new Random(seed);
    }

    private Program.Said japply(String input, String line) {
      return server.japply(home, namespace, input, line.strip().split(" +"));
    }

    int check() {
      var first = new ArrayList<String>();
      var second = new ArrayList<String>();
      for (int i = 0; i < TOGETHER; i++) {
        int fate = random.nextInt(8);
        if (fate != 0) {
          first.add(manifest(i));
        }
        if (fate != 1) {
          second.add(manifest(i));
        }
      }
      apply(first, "");
      others(false);
      Map<String, MapValue> before = states();
      Path file = home.resolve("undo-" + seed);
      if (random.nextInt(4) == 0) {
        apply(
            second.stream().map(Run::mergeable).toList(),
            "--server-side --force-conflicts --undo-file " + file);
      } else {
        apply(second, PRUNE + " --undo-file " + file);
      }
      Map<String, MapValue> after = states();
      others(random.nextBoolean());
      Map<String, MapValue> since = states();
      String what = "seed " + seed;
      Program.Said refused = japply("", "undo --yes " + file);
      if (refused.status() != 0) {
        assertThat(leaves(states())).as(what + refused.err()).isEqualTo(leaves(since));
        Program.Said said = japply("", "undo --yes --skip-changed " + file);
        assertThat(said.status()).as(what + said.err()).isZero();
      }
      Map<String, MapValue> now = states();
      for (String name : names(before, after, since)) {
        checkLaw(
            what + " " + name + "\n" + refused.err(),
            state(before, name),
            state(after, name),
            state(since, name),
            state(now, name));
      }
      return (int) refused.err().lines().filter(line -> line.startsWith("error: ")).count();
    }

    private void apply(List<String> manifests, String flags) {
      Program.Said said = japply(String.join("---\n", manifests), "apply -f - " + flags);
      assertThat(said.status()).as("seed " + seed + said.err()).isZero();
    }

    /// The server does not remove the defaults of another strategy.
    private static String mergeable(String manifest) {
      return manifest.replace("strategy: {type: Recreate}, ", "");
    }

    private String pick(String... texts) {
      return texts[random.nextInt(texts.length)];
    }

    private String manifest(int i) {
      Resource type = type(i);
      String head =
          "{apiVersion: %s, kind: %s, metadata: {name: o%d, labels: {set: s%s}%s}, "
              .formatted(
                  type.gvk().apiVersion(),
                  type.gvk().kind(),
                  i,
                  pick("", ", a: \"1\"", ", a: \"2\"", ", b: \"1\""),
                  pick("", ", annotations: {x: \"1\"}", ", annotations: {x: \"2\", y: z}"));
      if (type.equals(CONFIG)) {
        return head
            + "data: {"
            + pick("", "a: \"1\", ", "a: \"2\", ")
            + pick("", "b: \"1\", ", "b: \"2\", ")
            + "c: \"1\"}}\n";
      }
      if (type.equals(SECRET)) {
        return head
            + pick("data", "stringData")
            + ": {"
            + pick("", "a: MQ==, ", "a: Mg==, ")
            + pick("", "b: MQ==, ")
            + "c: MQ==}}\n";
      }
      if (type.equals(SERVICE)) {
        return head
            + "spec: {selector: {app: "
            + pick("a", "b")
            + "}, ports: ["
            + pick(
                "{name: u, port: 53, protocol: UDP}, {name: t, port: 53}",
                "{name: t, port: 53}",
                "{name: t, port: 53}, {name: h, port: 80, targetPort: 8080}",
                "{name: h, port: 80}, {name: u, port: 53, protocol: UDP}")
            + "]}}\n";
      }
      return head
          + "spec: {replicas: 0, "
          + pick("", "minReadySeconds: 5, ", "strategy: {type: Recreate}, ")
          + "selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {"
          + pick("", "nodeSelector: {a: b}, ", "terminationGracePeriodSeconds: 5, ")
          + "containers: ["
          + pick("", "{name: s, image: \"s:1\"}, ")
          + "{name: c, image: \""
          + pick("c:1", "c:2")
          + "\""
          + pick("", ", args: [a]", ", args: [a, b]")
          + pick("", ", env: [{name: A, value: \"1\"}]", ", env: [{name: B, value: \"2\"}]")
          + "}]}}}}\n";
    }

    /// Writes of another client, to fields that the manifests have, and to others.
    ///
    /// @param apart whether no field of the manifests is written
    private void others(boolean apart) {
      for (int i = 0; i < TOGETHER; i++) {
        if (apart && !type(i).equals(CONFIG)) {
          continue;
        }
        if (random.nextInt(3) != 0 || cluster.get(type(i), namespace, "o" + i).isEmpty()) {
          continue;
        }
        if (type(i).equals(CONFIG) && !apart && random.nextInt(12) == 0) {
          cluster.delete(
              CONFIG,
              namespace,
              "o" + i,
              new DeleteOptions(Propagation.BACKGROUND, null, "", false));
          continue;
        }
        String patch = apart ? "{\"data\":{\"z\":\"theirs\"}}" : patch(type(i));
        var unused =
            cluster.patch(
                type(i),
                namespace,
                "o" + i,
                new Patch(Patch.Type.STRATEGIC, Json.parse(patch)),
                OTHER);
      }
    }

    private String patch(Resource type) {
      if (type.equals(CONFIG)) {
        return pick(
            "{\"data\":{\"a\":\"theirs\"}}",
            "{\"data\":{\"b\":null}}",
            "{\"data\":{\"z\":\"theirs\"}}",
            "{\"metadata\":{\"labels\":{\"a\":\"theirs\"}}}",
            "{\"metadata\":{\"annotations\":{\"z\":\"theirs\"}}}");
      }
      if (type.equals(SECRET)) {
        return pick(
            "{\"data\":{\"a\":\"dGhlaXJz\"}}",
            "{\"data\":{\"b\":null}}",
            "{\"stringData\":{\"z\":\"theirs\"}}",
            "{\"metadata\":{\"annotations\":{\"z\":\"theirs\"}}}");
      }
      if (type.equals(SERVICE)) {
        return pick(
            "{\"spec\":{\"selector\":{\"z\":\"theirs\"}}}",
            "{\"spec\":{\"sessionAffinity\":\"ClientIP\"}}",
            "{\"metadata\":{\"labels\":{\"b\":\"theirs\"}}}");
      }
      return pick(
          "{\"spec\":{\"revisionHistoryLimit\":3}}",
          "{\"spec\":{\"minReadySeconds\":9}}",
          "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"tty\":true}]}}}}",
          "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\","
              + "\"env\":[{\"name\":\"Z\",\"value\":\"theirs\"}]}]}}}}",
          "{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"z\":\"t\"}}}}}");
    }

    private Map<String, MapValue> states() {
      var states = new TreeMap<String, MapValue>();
      for (Resource type : List.of(CONFIG, SECRET, SERVICE, DEPLOYMENT)) {
        cluster
            .list(
                type,
                namespace,
                LabelSelector.EVERYTHING,
                object -> object.map("metadata").text("name").startsWith("o"))
            .forEach(object -> states.put(object.map("metadata").text("name"), object));
      }
      return states;
    }
  }

  private static Set<String> names(
      Map<String, MapValue> before, Map<String, MapValue> after, Map<String, MapValue> since) {
    var names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    names.addAll(since.keySet());
    return names;
  }

  private static MapValue state(Map<String, MapValue> states, String name) {
    return states.getOrDefault(name, MapValue.EMPTY);
  }

  private static void checkLaw(
      String what, MapValue before, MapValue after, MapValue since, MapValue now) {
    if (before.isEmpty() && !after.isEmpty()) {
      assertThat(now.isEmpty()).as(what).isEqualTo(since.isEmpty() || !adds(after, since));
      return;
    }
    if (after.isEmpty()) {
      assertThat(leaves(now)).as(what).isEqualTo(leaves(before));
      return;
    }
    if (since.isEmpty()) {
      assertThat(now.isEmpty()).as(what).isTrue(); // others deleted it: a conflict
      return;
    }
    Map<String, String> was = leaves(before);
    Map<String, String> written = leaves(after);
    Map<String, String> then = leaves(since);
    Map<String, String> wished = new TreeMap<>(then);
    var all = new ArrayList<>(was.keySet());
    all.addAll(written.keySet());
    for (String leaf : all) {
      String one = was.get(leaf);
      String other = written.get(leaf);
      boolean run = one == null ? other != null : !one.equals(other);
      String live = then.get(leaf);
      boolean asWritten = other == null ? live == null : other.equals(live);
      if (run && asWritten && !isHeld(leaf, was, written, then)) {
        if (one == null) {
          wished.remove(leaf);
        } else {
          wished.put(leaf, one);
        }
      }
    }
    assertThat(leaves(now)).as(what).isEqualTo(wished);
    if (LiveObjects.written(after).equals(LiveObjects.written(since))) { // with the order of lists
      assertThat(LiveObjects.written(now)).as(what).isEqualTo(LiveObjects.written(before));
    }
    if (LastApplied.text(after).equals(LastApplied.text(since))) {
      assertThat(LastApplied.text(now)).as(what).isEqualTo(LastApplied.text(before));
    }
  }

  /// Whether others added or changed a field.
  private static boolean adds(MapValue after, MapValue since) {
    Map<String, String> written = leaves(after);
    return leaves(since).entrySet().stream()
        .anyMatch(leaf -> !leaf.getValue().equals(written.get(leaf.getKey())));
  }

  /// Whether the leaf is in an item of a list that the run added, and that others have changed
  /// since: such an item stays whole.
  private static boolean isHeld(
      String leaf, Map<String, String> was, Map<String, String> written, Map<String, String> then) {
    for (int end = leaf.indexOf(']'); end >= 0; end = leaf.indexOf(']', end + 1)) {
      String item = leaf.substring(0, end + 1);
      boolean added = was.keySet().stream().noneMatch(key -> key.startsWith(item));
      if (added && !within(item, written).equals(within(item, then))) {
        return true;
      }
    }
    return false;
  }

  private static Map<String, String> within(String item, Map<String, String> leaves) {
    return leaves.entrySet().stream()
        .filter(leaf -> leaf.getKey().startsWith(item))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Map<String, Map<String, String>> leaves(Map<String, MapValue> states) {
    var all = new TreeMap<String, Map<String, String>>();
    states.forEach((name, object) -> all.put(name, leaves(object)));
    return all;
  }

  /// The leaves of an object by their paths, items of lists by their keys.
  private static Map<String, String> leaves(MapValue object) {
    MapValue written = LiveObjects.written(object);
    MapValue metadata = written.map("metadata");
    MapValue annotations = metadata.map("annotations").without(LastApplied.KEY);
    var leaves = new LinkedHashMap<String, String>();
    add("", written.with("metadata", metadata.with("annotations", annotations)), leaves);
    return leaves;
  }

  private static void add(String at, Value value, Map<String, String> leaves) {
    boolean whole = at.endsWith("elector"); // selectors are one value
    if (value instanceof MapValue map && !whole) {
      map.entries().forEach((key, item) -> add(at + "." + key, item, leaves));
    } else if (value instanceof ListValue list
        && !list.isEmpty()
        && list.items().getFirst() instanceof MapValue first
        && (first.has("name") || first.has("port"))) {
      for (Value item : list.items()) {
        var map = (MapValue) item;
        String key =
            map.has("port")
                ? GoJson.write(map.get("port") instanceof Value port ? port : Value.NULL)
                    + map.text("protocol")
                : map.text("name");
        add(at + "[" + key + "]", item, leaves);
      }
    } else {
      leaves.put(at, GoJson.write(value));
    }
  }
}
