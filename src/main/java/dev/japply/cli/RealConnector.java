package dev.japply.cli;

import dev.japply.cli.flags.CommandContext.ClusterConnector;
import dev.japply.cli.flags.Console;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ClusterConfigResolver;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.config.PluginCredentials;
import dev.japply.cluster.http.BundledLibrary;
import dev.japply.cluster.http.CertificatePins;
import dev.japply.cluster.http.NativeTls;
import dev.japply.cluster.http.TlsPinning;
import dev.japply.cluster.rest.CachedSchemas;
import dev.japply.cluster.rest.ClientCaches;
import dev.japply.cluster.rest.ClusterFactory;
import dev.japply.cluster.rest.ConnectionPreopener;
import dev.japply.cluster.rest.DiskResponseCache;
import dev.japply.cluster.rest.ResponseCache;
import dev.japply.cluster.rest.RestCluster.Messages;
import dev.japply.cluster.rest.SchemaCache;
import dev.japply.cluster.rest.Sleep;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretWalk;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Opens real clusters, whose warnings go to the console.
public final class RealConnector implements ClusterConnector {
  /// The property with the file of the native TLS library, or with a directory of those for all
  /// systems (`…/`), which the launcher sets, or with [#IN_JAR], which the main class of the jar
  /// sets.
  private static final String LIBRARY = "japply.tls";

  private static final String IN_JAR = "jar:";

  private final Sleep sleep;

  /// The credentials that are shared with other connectors; null if there are none.
  private @Nullable PluginCredentials plugins;

  private final List<KubeObject> repeating = new CopyOnWriteArrayList<>();
  private @Nullable ConnectionPreopener ahead;

  /// A connector that waits in real time before requests are sent again.
  public RealConnector() {
    this(Sleep.REAL);
  }

  /// A connector that waits by `sleep` before requests are sent again.
  public RealConnector(Sleep sleep) {
    this.sleep = sleep;
  }

  @Override
  public synchronized ClusterConnector another() {
    if (plugins == null) {
      plugins = new PluginCredentials();
    }
    var other = new RealConnector(sleep);
    other.plugins = plugins;
    return other;
  }

  private Environment environment(Console console) {
    return Environment.of(console.environment()).with(plugins);
  }

  @Override
  public Cluster open(ConnectionOptions connection, Console console) {
    ClientCaches memory = memory(connection.clientOptions().cache(), console);
    var messages = new Messages(console::warnOfServer, console::log, repeating);
    return ClusterFactory.connect(connection, environment(console), ahead, memory, messages, sleep);
  }

  @Override
  public String contextName(ConnectionOptions connection, Console console) {
    return ClusterConfigResolver.contextName(connection, environment(console));
  }

  @Override
  public void expect(Console console) {
    ahead =
        new ConnectionPreopener(
            () -> nativeTls(console),
            environment(console),
            found ->
                directory(found.clientOptions().cache(), console)
                    .flatMap(own -> pinning(own, console)));
  }

  @Override
  public void prepare(Supplier<ConnectionOptions> connection) {
    if (ahead != null) {
      ahead.open(connection);
    }
  }

  @Override
  public void hideSecrets(List<KubeObject> objects) {
    objects.stream().filter(RealConnector::isRepeating).forEach(repeating::add);
  }

  /// Returns true if a request does not show by itself that the object has secret values. That for
  /// a Secret does.
  private static boolean isRepeating(KubeObject object) {
    return !object.copies().isEmpty()
        || (!SecretWalk.isSecret(object.gvk()) && SecretWalk.isInvolvedIn(object.tree()));
  }

  @Override
  public void close() {
    if (ahead != null) {
      ahead.close();
    }
  }

  private static ClientCaches memory(String directory, Console console) {
    Optional<Path> own = directory(directory, console);
    return new ClientCaches(
        new CachedSchemas(own.map(SchemaCache::new).orElse(null)),
        own.<ResponseCache>map(path -> new DiskResponseCache(path, Clock.systemUTC()))
            .orElse(ResponseCache.NONE),
        own.flatMap(path -> pinning(path, console)).orElse(null));
  }

  /// Returns the cache directory: from the flag, from kubectl's environment variable, or the user's
  /// cache; empty if there is none.
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

  /// Returns the TLS pinning; empty if there is no native library.
  private static Optional<TlsPinning> pinning(Path directory, Console console) {
    return library(console).isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TlsPinning(
                () -> nativeTls(console), new CertificatePins(directory, Clock.systemUTC())));
  }

  private static Optional<NativeTls> nativeTls(Console console) {
    String library = library(console);
    if (library.equals(IN_JAR)) {
      return BundledLibrary.get(console.temporaryDirectory());
    }
    return NativeTls.load(library.endsWith("/") ? library + BundledLibrary.name() : library);
  }

  private static String library(Console console) {
    return console.variable("JAPPLY_TLS").equals("java") ? "" : System.getProperty(LIBRARY, "");
  }
}
