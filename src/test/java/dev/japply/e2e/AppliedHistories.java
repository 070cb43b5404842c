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
import dev.japply.object.FieldSet;
import dev.japply.object.Gvk;
import dev.japply.object.ManagedFields;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;

/// Generated histories on a real server: many objects, each with several field managers of both
/// kinds. A law is checked at the end of each history.
final class AppliedHistories {
  /// The manager whose applies a law is about.
  static final String ME = "me";

  /// Seeds for each number that chooses them.
  private static final long SEEDS = 1_000_000;

  /// Histories in parallel: most of the time of one is the server's.
  private static final int THREADS = 4;

  private static final int SHOWN = 5;
  private static final Set<String> CONTROLLED =
      Set.of(
          "Deployment", "StatefulSet", "HorizontalPodAutoscaler", "CronJob", "PodDisruptionBudget");
  private static final MapValue NO_FINALIZERS =
      MapValue.of("metadata", MapValue.of("finalizers", ListValue.EMPTY));

  private final TestCluster server;
  private final Path home;
  private final Map<String, Integer> counts = new TreeMap<>();
  private final SortedMap<Long, String> broken = new TreeMap<>();

  AppliedHistories(TestCluster server, Path home) {
    this.server = server;
    this.home = home;
  }

  /// A law about an object with a history.
  interface Law {
    void check(Live object, Random random);
  }

  /// One object on the server.
  final class Live {
    private final Cluster cluster;
    private final Resource resource;
    private final String type;
    private final Schema schema;
    private final String namespace;
    private final String name;
    private final long seed;
    private final AppliedObjects objects;
    private MapValue last = MapValue.EMPTY;
    private boolean finalized;

    private Live(Cluster cluster, String type, String namespace, long seed, Random random) {
      String[] words = type.split(" ", -1);
      this.cluster = cluster;
      this.type = type;
      this.resource = cluster.resource(Gvk.of(words[0], words[1])).orElseThrow();
      this.schema = cluster.schema(resource.gvk()).orElseThrow();
      this.namespace = namespace;
      this.name = "n" + seed;
      this.seed = seed;
      this.objects = new AppliedObjects(random);
    }

    Cluster cluster() {
      return cluster;
    }

    Resource resource() {
      return resource;
    }

    Schema schema() {
      return schema;
    }

    /// Its API version and its kind.
    String type() {
      return type;
    }

    /// A manifest of the object.
    MapValue manifest() {
      MapValue manifest = objects.manifest(type, name);
      MapValue metadata = manifest.map("metadata").with("namespace", Value.text(namespace));
      finalized |= metadata.has("finalizers");
      return manifest.with("metadata", metadata);
    }

    /// A manifest whose fields are all stored, and owned by the manager that applies it.
    MapValue storedManifest() {
      return manifest().without("status").without("stringData");
    }

    /// The manifest that was applied last, or much the same.
    MapValue changed() {
      MapValue changed = objects.changed(last);
      MapValue metadata = changed.map("metadata").with("namespace", Value.text(namespace));
      return changed.with("metadata", metadata);
    }

    Optional<MapValue> read() {
      return cluster.get(resource, namespace, name);
    }

    /// Applies a manifest; empty if the server refuses it.
    Optional<MapValue> apply(MapValue manifest, boolean force) {
      Optional<MapValue> applied = apply(manifest, force, ME);
      last = applied.isPresent() ? manifest : last;
      return applied;
    }

    private Optional<MapValue> apply(MapValue manifest, boolean force, String manager) {
      try {
        return Optional.of(send(new Patch(Patch.Type.APPLY, manifest).forcing(force), manager));
      } catch (ClusterException e) {
        count("refused " + e.status());
        return Optional.empty();
      }
    }

    /// Returns the refusal of an apply without force; empty if the server would accept it.
    Optional<ClusterException> refusal(MapValue manifest) {
      try {
        cluster.patch(
            resource,
            namespace,
            name,
            new Patch(Patch.Type.APPLY, manifest),
            new WriteOptions(ME, "", true));
        return Optional.empty();
      } catch (ClusterException e) {
        return Optional.of(e);
      }
    }

    private MapValue send(Patch patch, String manager) {
      return cluster.patch(resource, namespace, name, patch, new WriteOptions(manager, "", false));
    }

    /// Makes an object of several managers; false if the server refuses the first manifest.
    private boolean make(Random random) {
      if (apply(manifest(), true).isEmpty()) {
        return false;
      }
      for (int step = random.nextInt(4); step > 0; step--) {
        MapValue manifest = manifest();
        switch (random.nextInt(3)) {
          case 0 -> apply(manifest, random.nextBoolean());
          case 1 -> apply(manifest, random.nextBoolean(), "other");
          default -> update(manifest);
        }
      }
      return true;
    }

    private void update(MapValue manifest) {
      MapValue metadata = manifest.map("metadata").without("creationTimestamp");
      MapValue body = manifest.with("metadata", metadata).without("status");
      try {
        send(new Patch(Patch.Type.MERGE, body), "upd");
      } catch (ClusterException e) {
        count("refused " + e.status());
      }
    }

    /// Deletes the object, which controllers watch otherwise.
    private void remove() {
      try {
        if (finalized) {
          send(new Patch(Patch.Type.MERGE, NO_FINALIZERS), "");
        }
        cluster.delete(
            resource, namespace, name, new DeleteOptions(Propagation.BACKGROUND, null, "", false));
      } catch (ClusterException e) {
        count("not deleted " + e.status());
      }
    }

    /// Notes that a law does not hold.
    void broken(String what) {
      synchronized (AppliedHistories.this) {
        broken.merge(seed, "seed " + seed + ": " + what, (first, next) -> first + "\n" + next);
      }
    }

    /// Notes that a law does not hold for an apply.
    void broken(String what, MapValue manifest, MapValue before, MapValue after) {
      broken(
          "%s%nmanifest %s%nlive %s%nafter %s"
              .formatted(what, GoJson.write(manifest), GoJson.write(before), GoJson.write(after)));
    }
  }

  synchronized void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  synchronized int counted(String what) {
    return counts.getOrDefault(what, 0);
  }

  /// Checks a law for as many objects of these types, and for those of these seeds.
  void check(List<Long> seeds, int histories, List<String> types, Law law) {
    define();
    String namespace = server.newNamespace();
    long first = Long.getLong("japply.seed", 1L) * SEEDS;
    try (var cluster =
            Loopback.connect(
                ConnectionOptions.of(server.kubeconfig().toString()),
                new Environment(Map.of(), home),
                (hash, document) -> new OpenApiReader().read(document.get()),
                warning -> {});
        var threads = Executors.newFixedThreadPool(THREADS)) {
      LongStream.concat(
              seeds.stream().mapToLong(seed -> seed),
              LongStream.range(first, first + Cases.of(histories)))
          .distinct()
          .mapToObj(seed ->
              CompletableFuture.runAsync(
                  () -> check(cluster, namespace, seed, types, law), threads))
          .toList()
          .forEach(CompletableFuture::join);
    }
    if (Boolean.getBoolean("japply.counts")) {
      System.out.println("from seed " + first + ": " + counts);
    }
    assertThat(broken.values().stream().limit(SHOWN).toList())
        .as("%d broken, %s from seed %d", broken.size(), counts, first)
        .isEmpty();
  }

  private void check(Cluster cluster, String namespace, long seed, List<String> types, Law law) {
    var random = new Random(seed);
    String type = types.get(random.nextInt(types.size()));
    var object = new Live(cluster, type, namespace, seed, random);
    if (object.make(random)) {
      law.check(object, random);
    }
    object.remove();
  }

  /// Defines the custom types, and waits for their schemas.
  private void define() {
    assertThat(
            server.japply(home, "default", AppliedObjects.DEFINITIONS, "apply", "-f", "-").status())
        .isZero();
    server
        .kubectl(
            "wait",
            "--for=condition=established",
            "crd/shapes.laws.japply.dev",
            "crd/looses.laws.japply.dev",
            "crd/filleds.laws.japply.dev",
            "--timeout=30s")
        .orFail();
    server.awaitSchemas("laws.japply.dev/v1", "Shape", "Loose", "Filled");
  }

  /// The managers of the field and of those below it, or else of the nearest field above it.
  static Set<String> owners(String path, MapValue object) {
    var owners = new TreeMap<Integer, Set<String>>();
    for (MapValue entry : ManagedFields.of(object).entries()) {
      for (FieldPath leaf : fields(entry)) {
        if (meet(leaf.toString(), path) && !entry.text("subresource").equals("status")) {
          owners
              .computeIfAbsent(
                  Math.min(leaf.toString().length(), path.length()), none -> new TreeSet<>())
              .add(entry.text("manager") + " " + entry.text("operation"));
        }
      }
    }
    return owners.isEmpty() ? new TreeSet<>() : owners.lastEntry().getValue();
  }

  /// Whether one path is at or below the other.
  static boolean meet(String one, String other) {
    return isWithin(one, other) || isWithin(other, one);
  }

  /// Whether a path is at or below another.
  static boolean isWithin(String path, String top) {
    return path.equals(top)
        || top.isEmpty()
        || path.startsWith(top + ".")
        || path.startsWith(top + "[");
  }

  /// The fields of an entry of the managed fields.
  static List<FieldPath> fields(MapValue entry) {
    return FieldSet.parse(entry.map("fieldsV1")).orElseThrow().normal().leaves();
  }

  /// Whether a controller has written between two reads, and may have taken fields over.
  static boolean isDisturbed(MapValue before, MapValue after) {
    return !ofControllers(before).equals(ofControllers(after));
  }

  private static List<MapValue> ofControllers(MapValue object) {
    return ManagedFields.of(object).entries().stream()
        .filter(AppliedHistories::isOfController)
        .toList();
  }

  private static boolean isOfController(MapValue entry) {
    return entry.text("manager").equals("kube-controller-manager");
  }

  /// Whether a controller writes into objects of a kind when it likes.
  static boolean isControlled(String kind) {
    return CONTROLLED.contains(kind);
  }

  /// What a read shows, but for what a controller writes when it likes.
  static MapValue seen(MapValue object) {
    MapValue metadata = object.map("metadata").without("resourceVersion");
    if (!isControlled(object.text("kind"))) {
      return object.with("metadata", metadata);
    }
    var entries =
        ManagedFields.of(object).entries().stream()
            .filter(entry -> !isOfController(entry))
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
}
