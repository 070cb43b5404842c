package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.cluster.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.plan.SecretDigests;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// A source of live objects: a cluster or a snapshot.
public interface ClusterOrSnapshot {
  /// Returns the objects that the source can have, and reports the others to `events`.
  List<KubeObject> known(List<KubeObject> objects, Consumer<Event> events);

  /// Runs `work` with a cluster, or with a snapshot in its place.
  ///
  /// @param objects the objects that `work` reads
  <T> T use(CommandContext context, List<KubeObject> objects, Function<LiveSource, T> work);

  /// An open cluster or snapshot.
  ///
  /// @param digests creates the digests of a plan; a snapshot repeats its own ones
  record LiveSource(Cluster cluster, Supplier<SecretDigests> digests) {}
}
