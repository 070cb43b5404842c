package dev.japply.cli;

import dev.japply.live.AnswerStore;
import dev.japply.live.Cluster;
import dev.japply.live.Connection;
import dev.japply.live.SchemaStore;
import dev.japply.live.StoredAnswers;
import dev.japply.live.StoredSchemas;
import dev.japply.live.fabric8.Fabric8Cluster;
import dev.japply.live.fabric8.Fabric8Cluster.Memory;
import dev.japply.live.fabric8.Fabric8Cluster.Messages;
import dev.japply.schema.OpenApiReader;
import java.nio.file.Path;
import java.time.Clock;

/// Opens clusters.
@FunctionalInterface
public interface Connector {

  /// Opens the cluster that the flags and the kubeconfig name; the caller closes it.
  ///
  /// @throws dev.japply.live.ClusterException when the kubeconfig cannot be used
  Cluster open(Connection connection, Console console);

  /// A connector to real clusters, whose warnings go to the console.
  static Connector real() {
    return (connection, console) ->
        Fabric8Cluster.connect(
            connection,
            console.environment(),
            memory(console),
            new Messages(console::warn, console::log));
  }

  /// What is learned is kept in the user's cache, where there is one.
  private static Memory memory(Console console) {
    String cache = console.variable("XDG_CACHE_HOME");
    if (cache.isEmpty() && console.home().isEmpty()) {
      return new Memory(
          (hash, document) -> new OpenApiReader().read(document.get()), AnswerStore.NONE);
    }
    Path root = cache.isEmpty() ? Path.of(console.home(), ".cache") : Path.of(cache);
    Path own = root.resolve("japply");
    return new Memory(
        new StoredSchemas(new SchemaStore(own.resolve("schema"))),
        new StoredAnswers(own.resolve("answers"), Clock.systemUTC()));
  }
}
