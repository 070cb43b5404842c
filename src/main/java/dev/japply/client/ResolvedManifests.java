package dev.japply.client;

import dev.japply.apply.ResolvedObject;
import dev.japply.apply.ResolvedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Desired objects with their places in a cluster, in the caller's order.
///
/// @param namespace where objects go that name no namespace
record ResolvedManifests(List<Entry> entries, ResolvedObjects.Namespace namespace) {

  /// One object.
  ///
  /// @param target null when the cluster has no place for it
  /// @param problems why it has none
  record Entry(KubeObject desired, @Nullable ResolvedObject target, List<Problem> problems) {
    ObjectKey key() {
      return target == null ? desired.key() : target.desired().key();
    }
  }

  static ResolvedManifests find(Cluster cluster, List<KubeObject> objects) {
    var namespace = new ResolvedObjects.Namespace(cluster.defaultNamespace(), false);
    CustomTypes types = CustomTypes.of(objects);
    var entries = new ArrayList<Entry>();
    for (KubeObject object : objects) {
      ResolvedObjects found = ResolvedObjects.find(cluster, namespace, List.of(object), types);
      entries.add(
          new Entry(object, found.targets().stream().findFirst().orElse(null), found.problems()));
    }
    return new ResolvedManifests(List.copyOf(entries), namespace);
  }

  List<ResolvedObject> targets() {
    return entries.stream().flatMap(entry -> Stream.ofNullable(entry.target())).toList();
  }

  /// Those that have a place, as they were given.
  List<KubeObject> placed() {
    return entries.stream().filter(entry -> entry.target() != null).map(Entry::desired).toList();
  }
}
