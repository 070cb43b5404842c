package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.cli.flags.StoredFile.SnapshotFiles;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.object.KubeObject;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.Snapshot;
import dev.japply.plan.file.Snapshot.Entry;
import dev.japply.plan.file.Snapshot.Place;
import dev.japply.plan.file.Snapshot.TypeRecord;
import dev.japply.plan.file.SnapshotCluster;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.Problem;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The selected source of live objects.
///
/// @param connection the cluster, and the default namespace of objects
/// @param snapshot the snapshot file to read instead of the cluster; null for none
public record ClusterSource(ConnectionOptions connection, @Nullable Path snapshot) {

  /// Opens the source.
  ///
  /// @throws dev.japply.problem.JapplyException if the snapshot cannot be used
  public ClusterOrSnapshot open(Console console) {
    if (snapshot == null) {
      return new OfCluster(connection);
    }
    ByteLimit limit = console.byteLimit();
    return new OfSnapshot(SnapshotFiles.read(snapshot, limit), snapshot, connection.namespace());
  }

  /// A source of live objects: a cluster or a snapshot.
  public interface ClusterOrSnapshot {
    /// Returns the objects that the source can have, and reports the others to `events`.
    List<KubeObject> known(List<KubeObject> objects, Consumer<Event> events);

    /// Runs `work` with a cluster, or with a snapshot in its place.
    ///
    /// @param objects the objects that `work` reads
    <T> T use(CommandContext context, List<KubeObject> objects, Function<LiveSource, T> work);
  }

  /// An open cluster or snapshot.
  ///
  /// @param digests creates the digests of a plan; a snapshot repeats its own ones
  public record LiveSource(Cluster cluster, Supplier<SecretDigests> digests) {}

  private record OfCluster(ConnectionOptions connection) implements ClusterOrSnapshot {
    @Override
    public List<KubeObject> known(List<KubeObject> objects, Consumer<Event> events) {
      return objects;
    }

    @Override
    public <T> T use(
        CommandContext context, List<KubeObject> objects, Function<LiveSource, T> work) {
      return context.onCluster(
          connection, cluster -> work.apply(new LiveSource(cluster, ClusterSource::newDigests)));
    }
  }

  /// Reads live objects from a snapshot.
  ///
  /// @param namespace the default namespace of objects; empty for the namespace of the snapshot
  private record OfSnapshot(Snapshot snapshot, Path file, String namespace)
      implements ClusterOrSnapshot {

    /// Rejects objects that the snapshot does not cover, because they may exist on the cluster.
    @Override
    public List<KubeObject> known(List<KubeObject> objects, Consumer<Event> events) {
      Set<Place> places =
          snapshot.entries().stream().map(Entry::place).collect(Collectors.toUnmodifiableSet());
      var known = new ArrayList<KubeObject>();
      for (KubeObject object : objects) {
        TypeRecord type = snapshot.type(object.gvk()).orElse(null);
        boolean read = type != null && (!type.isServed() || places.contains(place(object, type)));
        if (read || object.name().isEmpty()) {
          known.add(object);
        } else {
          events.accept(new Event.Failed(object, List.of(unknown(object, type))));
        }
      }
      return known;
    }

    private Place place(KubeObject object, TypeRecord type) {
      return new Place(object.gvk(), type.namespaced() ? namespaceOf(object) : "", object.name());
    }

    private String namespaceOf(KubeObject object) {
      return object.namespace().isEmpty() ? defaultNamespace() : object.namespace();
    }

    private String defaultNamespace() {
      return namespace.isEmpty() ? snapshot.namespace() : namespace;
    }

    private Problem unknown(KubeObject object, @Nullable TypeRecord type) {
      boolean unplaced = type != null && type.namespaced() && object.namespace().isEmpty();
      String where = unplaced ? " in namespace " + defaultNamespace() : "";
      return object.error(
          "the snapshot %s does not have it%s".formatted(file, where),
          "take it again with these manifests: `japply snapshot -f … --out %s`".formatted(file));
    }

    @Override
    public <T> T use(
        CommandContext context, List<KubeObject> objects, Function<LiveSource, T> work) {
      var cluster = new SnapshotCluster(snapshot, defaultNamespace(), objects);
      return context.on(() -> cluster, same -> work.apply(new LiveSource(same, cluster::digests)));
    }
  }

  /// Returns the digests of a new plan or snapshot, with a salt of its own.
  public static SecretDigests newDigests() {
    var salt = new byte[16];
    new SecureRandom().nextBytes(salt);
    return new SecretDigests(HexFormat.of().formatHex(salt));
  }
}
