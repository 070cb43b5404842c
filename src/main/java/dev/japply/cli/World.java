package dev.japply.cli;

import dev.japply.live.SchemaStore;
import dev.japply.live.StoredSchemas;
import dev.japply.live.fabric8.Fabric8Cluster;
import dev.japply.manifest.ManifestReader;
import dev.japply.manifest.ManifestSet;
import dev.japply.manifest.ManifestSources;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;

/// What the commands touch outside of the program.
///
/// @param console the streams and the environment
/// @param connector opens clusters
public record World(Console console, Connector connector) {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// The real clusters.
  public static World of(Console console) {
    return new World(
        console,
        (connection, warnings) ->
            Fabric8Cluster.connect(connection, console.environment(), schemas(console), warnings));
  }

  private static StoredSchemas schemas(Console console) {
    String cache = console.variable("XDG_CACHE_HOME");
    Path root = cache.isEmpty() ? Path.of(console.home(), ".cache") : Path.of(cache);
    return new StoredSchemas(new SchemaStore(root.resolve("japply").resolve("schema")));
  }

  /// The objects that `files` hold.
  ///
  /// @throws dev.japply.problem.JapplyException when a name leads nowhere
  ManifestSet read(Files files) {
    var sources = new ManifestSources(Path.of(""), console.in(), HttpClient::newHttpClient, PAUSE);
    return ManifestReader.read(sources.expand(files.names(), files.recursive()));
  }
}
