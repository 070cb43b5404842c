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
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;

/// Opens clusters.
@FunctionalInterface
public interface Connector {

  /// Opens the cluster that the flags and the kubeconfig name; the caller closes it.
  ///
  /// @throws dev.japply.live.ClusterException when the kubeconfig cannot be used
  Cluster open(Connection connection, Console console);

  /// Told that a cluster will be opened soon.
  default void prepare() {}

  /// A connector to real clusters, whose warnings go to the console.
  static Connector real() {
    return new Connector() {
      @Override
      public Cluster open(Connection connection, Console console) {
        return Fabric8Cluster.connect(
            connection,
            console.environment(),
            memory(connection.terms().cache(), console),
            new Messages(console::warnOfServer, console::log));
      }

      @Override
      public void prepare() {
        Fabric8Cluster.prepare();
      }
    };
  }

  /// What is learned is kept in the directory of the flag, or that of the variable by which kubectl
  /// is told one, or in the user's cache, where there is one.
  private static Memory memory(String directory, Console console) {
    Optional<Path> own =
        Stream.of(
                directory,
                console.variable("KUBECACHEDIR"),
                console.variable("XDG_CACHE_HOME"),
                console.home().isEmpty() ? "" : console.home() + "/.cache")
            .filter(name -> !name.isEmpty())
            .findFirst()
            .map(root -> Path.of(root).resolve("japply"));
    return new Memory(
        new StoredSchemas(own.map(path -> new SchemaStore(path.resolve("schema")))),
        own.<AnswerStore>map(path -> new StoredAnswers(path.resolve("answers"), Clock.systemUTC()))
            .orElse(AnswerStore.NONE));
  }
}
