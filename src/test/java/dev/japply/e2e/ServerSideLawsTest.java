package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.WriteOptions;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.rest.Loopback;
import dev.japply.merge.ManifestFields;
import dev.japply.merge.UnchangedCheck;
import dev.japply.merge.UnchangedCheck.Doubt;
import dev.japply.object.FieldSet;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.OwnedFields;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.ServerSideManifest;
import dev.japply.problem.Origin;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Generated histories of one object with several field managers: what japply says about a
/// server-side apply is what the server does.
@UsesTestCluster
@Tag("generated")
@Order(1)
class ServerSideLawsTest {
  private static final int HISTORIES = 2_000;
  private static final int RULES = 1_000;
  private static final int TRIES = 300;
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final String ME = "me";
  private static final MapValue NO_FINALIZERS =
      MapValue.of("metadata", MapValue.of("finalizers", ListValue.EMPTY));

  private final TestCluster server;
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> broken = new ArrayList<>();
  @TempDir private Path home;

  ServerSideLawsTest(TestCluster server) {
    this.server = server;
  }

  /// One object on the server.
  private final class Live {
    private final Cluster cluster;
    private final Resource resource;
    private final Schema schema;
    private final String namespace;
    private final String name;

    Live(Cluster cluster, String type, String namespace, String name) {
      String[] words = type.split(" ", -1);
      this.cluster = cluster;
      this.resource = cluster.resource(Gvk.of(words[0], words[1])).orElseThrow();
      this.schema = cluster.schema(resource.gvk()).orElseThrow();
      this.namespace = namespace;
      this.name = name;
    }

    Optional<MapValue> read() {
      return cluster.get(resource, namespace, name);
    }

    /// Writes; empty if the server refuses.
    Optional<MapValue> write(Patch patch, String manager) {
      try {
        return Optional.of(
            cluster.patch(resource, namespace, name, patch, new WriteOptions(manager, "", false)));
      } catch (ClusterException e) {
        count("refused " + e.status());
        return Optional.empty();
      }
    }

    /// Deletes the object, which controllers watch otherwise.
    void remove() {
      try {
        write(new Patch(Patch.Type.MERGE, NO_FINALIZERS), "");
        cluster.delete(
            resource, namespace, name, new DeleteOptions(Propagation.BACKGROUND, null, "", false));
      } catch (ClusterException e) {
        count("not deleted " + e.status());
      }
    }

    Optional<MapValue> apply(MapValue manifest, boolean force, String manager) {
      return write(new Patch(Patch.Type.APPLY, manifest).forcing(force), manager);
    }
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  /// One history of an object.
  private interface History {
    void check(Live object, String type, Random random, long seed);
  }

  /// Waits for the document of version 3: that of version 2 has no defaults.
  private void awaitSchemas() {
    String document = "";
    for (int tries = 0; tries < TRIES; tries++) {
      document = server.kubectl("get", "--raw", "/openapi/v3/apis/laws.japply.dev/v1").out();
      if (document.contains("\"Shape\"") && document.contains("\"Loose\"")) {
        return;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw new AssertionError("no schemas of the types in " + document);
  }

  private void run(int histories, List<String> types, History history) {
    assertThat(
            server.japply(home, "default", AppliedObjects.DEFINITIONS, "apply", "-f", "-").status())
        .isZero();
    server
        .kubectl(
            "wait",
            "--for=condition=established",
            "crd/shapes.laws.japply.dev",
            "crd/looses.laws.japply.dev",
            "--timeout=30s")
        .orFail();
    awaitSchemas();
    String namespace = server.newNamespace();
    long seed = Long.getLong("japply.seed", 1L);
    try (var cluster =
        Loopback.connect(
            ConnectionOptions.of(server.kubeconfig().toString()),
            new Environment(Map.of(), home),
            (hash, document) -> new OpenApiReader().read(document.get()),
            warning -> {})) {
      for (int i = 0; i < Cases.of(histories); i++) {
        var random = new Random(seed + i);
        String type = types.get(random.nextInt(types.size()));
        var object = new Live(cluster, type, namespace, "n" + i);
        history.check(object, type, random, seed + i);
        object.remove();
      }
    }
    assertThat(broken).as(counts + " with the seed " + seed).isEmpty();
    if (Boolean.getBoolean("japply.counts")) {
      System.out.println("seed " + seed + " " + counts);
    }
  }

  @Test
  void whatIsLeftOutWouldHaveChangedNothing() {
    run(HISTORIES, AppliedObjects.TYPES, this::checkUnchanged);
    assertThat(counts.getOrDefault("unchanged", 0)).isPositive();
  }

  /// Fields that rules cover in these tests, as a rule and as a path: scalars, entries of maps,
  /// whole maps, items of lists and parts of them, and fields with one owner.
  private static final Map<String, List<String>> COVERED =
      Map.of(
          "v1 ConfigMap",
          List.of("data.a", "data.b", "metadata.labels", "metadata.labels[example.com/c]"),
          "v1 Secret",
          List.of("data.a", "data.b", "metadata.annotations"),
          "v1 Service",
          List.of(
              "spec.selector",
              "spec.ports[port=443]",
              "spec.ports[port=80,protocol=UDP].targetPort",
              "spec.sessionAffinity"),
          "laws.japply.dev/v1 Shape",
          List.of(
              "spec.number",
              "spec.labels",
              "spec.whole",
              "spec.plain",
              "spec.items[name=b]",
              "spec.items[name=b].value",
              "spec.items[name=a,protocol=UDP].inner"));

  @Test
  void ignoredFieldsKeepTheirValuesAndOwners() {
    run(RULES, List.copyOf(COVERED.keySet()), this::checkIgnored);
    assertThat(counts.getOrDefault("covered", 0)).isPositive();
  }

  private void checkIgnored(Live object, String type, Random random, long seed) {
    var objects = new AppliedObjects(random);
    if (!makeHistory(object, objects, type, random, new HashMap<>())) {
      return;
    }
    List<String> rules =
        Objects.requireNonNull(COVERED.get(type)).stream()
            .filter(rule -> random.nextInt(3) == 0)
            .toList();
    MapValue before = object.read().orElseThrow();
    MapValue manifest = objects.manifest(type, object.name);
    MapValue metadata = manifest.map("metadata").with("namespace", Value.text(object.namespace));
    var desired =
        KubeObject.of(
            manifest.with("metadata", metadata).without("status").without("stringData"),
            Origin.NONE);
    var planner =
        new Planner(PlanOptions.DEFAULT.ignoring(IgnoreRules.parse(rules)), Annotation.LEFT);
    ServerSideManifest sent = planner.onServer(desired, before, object.schema, ME);
    MapValue body = sent.bound() ? ServerSideManifest.bound(sent.tree(), before) : sent.tree();
    Optional<MapValue> after = object.apply(body, random.nextBoolean(), ME);
    if (after.isEmpty()) {
      return;
    }
    for (String rule : rules) {
      FieldPath path = path(rule);
      boolean item = path.parentPath() instanceof FieldPath.Item;
      if (item && !(isThere(path, before) && isThere(path, manifest))) {
        continue; // the item comes or goes, and its fields along with it
      }
      count("covered");
      // An object without managers gets entries at its first apply, and the owner of a value that
      // is not stored may lose it.
      boolean recorded =
          path.in(before) instanceof Value && !ManagedFields.of(before).entries().isEmpty();
      boolean kept =
          path.in(before).equals(path.in(after.get()))
              && (!recorded || owners(path, before).equals(owners(path, after.get())));
      if (!kept) {
        broken.add(
            "seed %d: %s of %s\nsent %s\nlive %s\nafter %s"
                .formatted(
                    seed,
                    rule,
                    GoJson.write(manifest),
                    GoJson.write(body),
                    GoJson.write(before),
                    GoJson.write(after.get())));
      }
    }
  }

  private static boolean isThere(FieldPath path, MapValue object) {
    return path.parentPath().in(object) instanceof Value;
  }

  private static FieldPath path(String rule) {
    FieldPath path = FieldPath.root();
    for (String step : rule.replace("[example.com/c]", ".example_com/c").split("\\.", -1)) {
      int bracket = step.indexOf('[');
      path = path.key((bracket < 0 ? step : step.substring(0, bracket)).replace('_', '.'));
      if (bracket >= 0) {
        MapValue keys = MapValue.EMPTY;
        for (String key : step.substring(bracket + 1, step.length() - 1).split(",", -1)) {
          String[] pair = key.split("=", -1);
          boolean number = pair[1].matches("\\d+");
          keys =
              keys.with(
                  pair[0], number ? Value.number(Long.parseLong(pair[1])) : Value.text(pair[1]));
        }
        path = path.item(keys);
      }
    }
    return path;
  }

  /// The managers of the field and of those below it.
  private static Set<String> owners(FieldPath path, MapValue object) {
    var owners = new TreeSet<String>();
    for (MapValue entry : ManagedFields.of(object).entries()) {
      FieldSet fields = FieldSet.parse(entry.map("fieldsV1")).orElseThrow().normal();
      for (FieldPath leaf : fields.leaves()) {
        if (leaf.toString().startsWith(path.toString().replaceAll("]$", ""))) {
          owners.add(entry.text("manager") + " " + entry.text("operation") + " " + leaf);
        }
      }
    }
    return owners;
  }

  /// Makes an object of several managers; false if the server refuses the first manifest.
  private boolean makeHistory(
      Live object, AppliedObjects objects, String type, Random random, Map<String, MapValue> last) {
    MapValue first = objects.manifest(type, object.name);
    last.put(ME, first);
    if (object.apply(first, true, ME).isEmpty()) {
      return false;
    }
    for (int step = random.nextInt(4); step > 0; step--) {
      String manager = List.of(ME, "other", "upd").get(random.nextInt(3));
      MapValue manifest = objects.manifest(type, object.name);
      if (manager.equals("upd")) {
        MapValue metadata = manifest.map("metadata").without("creationTimestamp");
        object.write(
            new Patch(Patch.Type.MERGE, manifest.with("metadata", metadata).without("status")),
            manager);
      } else if (object.apply(manifest, random.nextBoolean(), manager).isPresent()) {
        last.put(manager, manifest);
      }
    }
    return true;
  }

  private void checkUnchanged(Live object, String type, Random random, long seed) {
    var objects = new AppliedObjects(random);
    var last = new HashMap<String, MapValue>();
    if (!makeHistory(object, objects, type, random, last)) {
      return;
    }
    for (int turn = 0; turn < 2; turn++) {
      MapValue manifest = objects.changed(Objects.requireNonNull(last.get(ME)));
      Optional<MapValue> before = object.read();
      if (before.isEmpty()) {
        return;
      }
      Optional<Doubt> doubt =
          new UnchangedCheck(ME, object.schema, version -> true).doubt(manifest, before.get());
      Optional<MapValue> after = object.apply(manifest, random.nextBoolean(), ME);
      compare(manifest, doubt, before.get(), after, seed);
      if (after.isPresent()) {
        last.put(ME, manifest);
        checkFields(object.schema, manifest, after.get(), seed);
      }
    }
  }

  private void compare(
      MapValue manifest,
      Optional<Doubt> doubt,
      MapValue before,
      Optional<MapValue> after,
      long seed) {
    count("pairs");
    boolean same = after.filter(object -> seen(object).equals(seen(before))).isPresent();
    if (doubt.isEmpty()) {
      count("unchanged");
      if (!same) {
        broken.add(
            "seed %d: %s\nlive %s\nafter %s"
                .formatted(
                    seed,
                    GoJson.write(manifest),
                    GoJson.write(before),
                    after.map(GoJson::write).orElse("refused")));
      } else if (!manifest.text("kind").equals("Deployment")
          && !version(after.get()).equals(version(before))) {
        count("unchanged, but for the version, seed " + seed);
      }
    } else if (same) {
      count("missed: " + doubt.get().reason());
    } else {
      count("changed");
    }
  }

  private static String version(MapValue object) {
    return object.map("metadata").text("resourceVersion");
  }

  /// What a read shows, but for what the Deployment's controller writes when it likes.
  private static MapValue seen(MapValue object) {
    MapValue metadata = object.map("metadata").without("resourceVersion");
    if (!object.text("kind").equals("Deployment")) {
      return object.with("metadata", metadata);
    }
    var entries =
        ManagedFields.of(object).entries().stream()
            .filter(entry -> !entry.text("manager").equals("kube-controller-manager"))
            .<Value>map(entry -> entry)
            .toList();
    MapValue annotations = metadata.map("annotations").without("deployment.kubernetes.io/revision");
    return object
        .without("status")
        .with(
            "metadata",
            metadata
                .with("annotations", annotations)
                .with("managedFields", new ListValue(entries)));
  }

  private void checkFields(Schema schema, MapValue manifest, MapValue after, long seed) {
    Optional<FieldSet> fields = ManifestFields.of(manifest, schema);
    if (fields.isEmpty() || manifest.has("status")) {
      count("fields unknown");
      return;
    }
    FieldSet stored = OwnedFields.of(after, ME).fields();
    if (!fields.get().equals(stored)) {
      broken.add(
          "seed %d: fields of %s\nare %s\nnot %s"
              .formatted(
                  seed,
                  GoJson.write(manifest),
                  GoJson.write(stored.tree()),
                  GoJson.write(fields.get().tree())));
    }
  }
}
