package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.object.KubeObject;
import dev.japply.plan.file.Snapshot;
import dev.japply.plan.file.Snapshot.Entry;
import dev.japply.plan.file.Snapshot.Place;
import dev.japply.plan.file.Snapshot.TypeRecord;
import dev.japply.plan.file.SnapshotCluster;
import dev.japply.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads live objects from a snapshot.
///
/// @param namespace the default namespace of objects; empty for the namespace of the snapshot
record SnapshotSource(Snapshot snapshot, Path file, String namespace) implements ClusterOrSnapshot {

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
  public <T> T use(CommandContext context, List<KubeObject> objects, Function<LiveSource, T> work) {
    var cluster = new SnapshotCluster(snapshot, defaultNamespace(), objects);
    return context.on(() -> cluster, same -> work.apply(new LiveSource(same, cluster::digests)));
  }
}
