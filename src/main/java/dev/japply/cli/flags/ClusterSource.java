package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
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
    return new SnapshotSource(
        SnapshotFiles.read(snapshot, limit), snapshot, connection.namespace());
  }

  private record OfCluster(ConnectionOptions connection) implements ClusterOrSnapshot {
    @Override
    public List<KubeObject> known(List<KubeObject> objects, Consumer<Event> events) {
      return objects;
    }

    @Override
    public <T> T use(
        CommandContext context, List<KubeObject> objects, Function<LiveSource, T> work) {
      return context.onCluster(
          connection, cluster -> work.apply(new LiveSource(cluster, NewSecretDigests::make)));
    }
  }
}
