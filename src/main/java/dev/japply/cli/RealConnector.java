package dev.japply.cli;

import dev.japply.live.AnswerStore;
import dev.japply.live.Cluster;
import dev.japply.live.Connection;
import dev.japply.live.KnownServers;
import dev.japply.live.SchemaStore;
import dev.japply.live.Sleep;
import dev.japply.live.StoredAnswers;
import dev.japply.live.StoredSchemas;
import dev.japply.live.fabric8.Acquaintance;
import dev.japply.live.fabric8.Ahead;
import dev.japply.live.fabric8.Fabric8Cluster;
import dev.japply.live.fabric8.Fabric8Cluster.Memory;
import dev.japply.live.fabric8.Fabric8Cluster.Messages;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Opens real clusters, whose warnings go to the console.
final class RealConnector implements Connector {
  private final Sleep sleep;
  private @Nullable Ahead ahead;

  RealConnector(Sleep sleep) {
    this.sleep = sleep;
  }

  @Override
  public Cluster open(Connection connection, Console console) {
    Memory memory = memory(connection.terms().cache(), console);
    var messages = new Messages(console::warnOfServer, console::log);
    return Fabric8Cluster.connect(
        connection, console.environment(), Optional.ofNullable(ahead), memory, messages, sleep);
  }

  @Override
  public void prepare(Supplier<Connection> connection, Console console) {
    ahead =
        new Ahead(
            connection,
            console.environment(),
            found ->
                directory(found.terms().cache(), console).flatMap(RealConnector::acquaintance));
  }

  @Override
  public void close() {
    if (ahead != null) {
      ahead.close();
    }
  }

  private static Memory memory(String directory, Console console) {
    Optional<Path> own = directory(directory, console);
    return new Memory(
        new StoredSchemas(own.map(SchemaStore::new)),
        own.<AnswerStore>map(path -> new StoredAnswers(path, Clock.systemUTC()))
            .orElse(AnswerStore.NONE),
        own.flatMap(RealConnector::acquaintance));
  }

  /// Where what is learned is kept: in the directory of the flag, or that of the variable by which
  /// kubectl is told one, or in the user's cache, where there is one.
  private static Optional<Path> directory(String flag, Console console) {
    return Stream.of(
            flag,
            console.variable("KUBECACHEDIR"),
            console.variable("XDG_CACHE_HOME"),
            console.home().isEmpty() ? "" : console.home() + "/.cache")
        .filter(name -> !name.isEmpty())
        .findFirst()
        .map(root -> Path.of(root).resolve("japply"));
  }

  /// The launcher says where the library is, if it has one.
  private static Optional<Acquaintance> acquaintance(Path directory) {
    String library = System.getProperty("japply.tls", "");
    return library.isEmpty()
        ? Optional.empty()
        : Optional.of(new Acquaintance(library, new KnownServers(directory, Clock.systemUTC())));
  }
}
