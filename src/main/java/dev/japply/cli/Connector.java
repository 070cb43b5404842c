package dev.japply.cli;

import dev.japply.live.Cluster;
import dev.japply.live.Connection;
import dev.japply.live.SchemaSource;
import dev.japply.live.SchemaStore;
import dev.japply.live.StoredSchemas;
import dev.japply.live.fabric8.Fabric8Cluster;
import dev.japply.live.fabric8.Fabric8Cluster.Messages;
import java.nio.file.Path;
import java.util.stream.Stream;

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
            schemas(connection.terms().cache(), console),
            new Messages(console::warnOfServer, console::log));
  }

  /// Schemas are kept in the directory of the flag, or that of the variable by which kubectl is
  /// told one, or in the user's cache, where there is one.
  private static SchemaSource schemas(String directory, Console console) {
    return new StoredSchemas(
        Stream.of(
                directory,
                console.variable("KUBECACHEDIR"),
                console.variable("XDG_CACHE_HOME"),
                console.home().isEmpty() ? "" : console.home() + "/.cache")
            .filter(name -> !name.isEmpty())
            .findFirst()
            .map(root -> new SchemaStore(Path.of(root).resolve("japply").resolve("schema"))));
  }
}
