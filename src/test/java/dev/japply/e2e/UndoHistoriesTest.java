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
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Generated histories: an apply, writes of others, a recorded apply, more writes of others, an
/// undo, and an undo of the undo. Each field of each object must be as [UndoLaw] says.
@UsesTestCluster
@Tag("generated")
@Order(1)
class UndoHistoriesTest {
  private static final int HISTORIES = Cases.few(1_000);
  private static final long SEED = Long.getLong("japply.seed", 1L);

  /// Objects of one run. Each has a history of its own.
  private static final int TOGETHER = 50;

  private static final long SEEDS = 1_000_000_000;

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
    return switch (i % 6) {
      case 2 -> SECRET;
      case 3 -> SERVICE;
      case 4 -> DEPLOYMENT;
      default -> CONFIG;
    };
  }

  /// Whether the object has to be recreated for another value.
  private static boolean isFixed(int i) {
    return i % 6 == 5;
  }

  @Test
  void nothingOfOthersIsLostAndEverythingOfTheRunIsBack() {
    int conflicts = 0;
    var broken = new ArrayList<String>();
    long[] seeds = seeds();
    try (Cluster cluster = Loopback.connect(ConnectionOptions.of(server.kubeconfig().toString()))) {
      for (long seed : seeds) {
        try {
          conflicts += new Run(cluster, seed).check();
        } catch (AssertionError e) {
          broken.add(Cases.repeat("conformance-undo", seed) + "\n" + e.getMessage());
          System.out.println(broken.getLast());
        }
      }
    }
    System.out.printf(
        "from seed %d: %d histories were taken back, with %d conflicts; %d broken%n",
        SEED, seeds.length * TOGETHER, conflicts, broken.size());
    assertThat(broken).isEmpty();
  }

  /// Returns a seed for each run. The first one is given, so that a run can be repeated.
  private static long[] seeds() {
    int more = Math.ceilDiv(HISTORIES, TOGETHER) - 1;
    return LongStream.concat(LongStream.of(SEED), new Random(SEED).longs(more, 0, SEEDS)).toArray();
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

    /// Returns the number of conflicts.
    int check() {
      var first = new ArrayList<String>();
      var second = new ArrayList<String>();
      boolean onServer = random.nextInt(4) == 0;
      for (int i = 0; i < TOGETHER; i++) {
        int fate = random.nextInt(8);
        if (fate != 0) {
          first.add(manifest(i));
        }
        if (fate != 1) {
          second.add(manifest(i));
        }
      }
      apply(first, onServer && random.nextBoolean() ? "--server-side" : "");
      others(false);
      Map<String, MapValue> before = states();
      Path file = home.resolve("undo-" + seed);
      if (onServer) {
        apply(
            second.stream().map(Run::mergeable).toList(),
            "--server-side --force-conflicts --undo-file " + file);
      } else {
        apply(second, PRUNE + " --undo-file " + file);
      }
      Map<String, MapValue> after = states();
      others(random.nextBoolean());
      Map<String, MapValue> since = states();
      return undo(file, laws(before, after, since), since);
    }

    private static Map<String, UndoLaw> laws(
        Map<String, MapValue> before, Map<String, MapValue> after, Map<String, MapValue> since) {
      var names = new TreeSet<>(before.keySet());
      names.addAll(after.keySet());
      names.addAll(since.keySet());
      var laws = new TreeMap<String, UndoLaw>();
      for (String name : names) {
        laws.put(name, new UndoLaw(state(before, name), state(after, name), state(since, name)));
      }
      return laws;
    }

    /// Takes the run back, and then the undo.
    private int undo(Path file, Map<String, UndoLaw> laws, Map<String, MapValue> since) {
      Path second = home.resolve("undo-of-undo-" + seed);
      String undo = "undo --yes " + file + " --undo-file " + second;
      boolean take = random.nextInt(3) == 0;
      boolean conflicting = laws.values().stream().anyMatch(UndoLaw::conflicts);
      Program.Said said = japply("", undo);
      var what = new StringBuilder(what(said));
      assertThat(said.status()).as(what.toString()).isEqualTo(conflicting ? 1 : 0);
      if (conflicting) {
        assertThat(written(states())).as(what.toString()).isEqualTo(written(since));
        Program.Said decided = japply("", undo + (take ? " --take" : " --skip-changed"));
        what.append(what(decided));
        assertThat(decided.status()).as(what.toString()).isZero();
      }
      Map<String, MapValue> now = states();
      laws.forEach((name, law) -> law.check(name + ": " + what, state(now, name), take));
      if (Files.exists(second)) {
        Program.Said redone = japply("", "undo --yes " + second);
        what.append(what(redone));
        assertThat(redone.status()).as(what.toString()).isZero();
        assertThat(written(states())).as(what.toString()).isEqualTo(written(since));
      }
      return (int) said.err().lines().filter(line -> line.startsWith("error: ")).count();
    }

    private String what(Program.Said said) {
      return "seed " + seed + "\n" + said.out() + said.err();
    }

    private void apply(List<String> manifests, String flags) {
      Program.Said said = japply(String.join("---\n", manifests), "apply -f - " + flags);
      assertThat(said.status()).as(what(said)).isZero();
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
                  isFixed(i)
                      ? ", annotations: {japply.dev/recreate: on-immutable-change}"
                      : pick("", ", annotations: {x: \"1\"}", ", annotations: {x: \"2\", y: z}"));
      if (type.equals(CONFIG)) {
        return head
            + (isFixed(i) ? "immutable: true, " : "")
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
        Resource type = type(i);
        if ((apart && !type.equals(CONFIG)) || random.nextInt(3) != 0) {
          continue;
        }
        if (cluster.get(type, namespace, "o" + i).isEmpty()) {
          if (!apart && isDisposable(i) && random.nextInt(4) == 0) {
            create(i);
          }
        } else if (!apart && isDisposable(i) && random.nextInt(10) == 0) {
          cluster.delete(
              type, namespace, "o" + i, new DeleteOptions(Propagation.BACKGROUND, null, "", false));
          if (random.nextBoolean()) {
            create(i);
          }
        } else {
          patch(i, apart ? "{\"data\":{\"z\":\"theirs\"}}" : patch(type));
        }
      }
    }

    /// Whether others delete and create the object. The server takes no `immutable: true` back.
    private static boolean isDisposable(int i) {
      return type(i).equals(CONFIG) && !isFixed(i);
    }

    private void create(int i) {
      String theirs =
          """
          {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "o%d"},
          "data": {"z": "theirs"}}
          """
              .formatted(i);
      var unused = cluster.create(CONFIG, namespace, (MapValue) Json.parse(theirs), OTHER);
    }

    private void patch(int i, String patch) {
      String allowed = isFixed(i) ? "{\"metadata\":{\"labels\":{\"z\":\"theirs\"}}}" : patch;
      var unused =
          cluster.patch(
              type(i),
              namespace,
              "o" + i,
              new Patch(Patch.Type.STRATEGIC, Json.parse(allowed)),
              OTHER);
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

  private static MapValue state(Map<String, MapValue> states, String name) {
    return states.getOrDefault(name, MapValue.EMPTY);
  }

  private static Map<String, MapValue> written(Map<String, MapValue> states) {
    var written = new TreeMap<String, MapValue>();
    states.forEach((name, object) -> written.put(name, LiveObjects.written(object)));
    return written;
  }
}
