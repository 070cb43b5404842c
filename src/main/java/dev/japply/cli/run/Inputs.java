package dev.japply.cli.run;

import dev.japply.cli.context.Console;
import dev.japply.manifest.Kustomizations;
import dev.japply.manifest.ManifestReader;
import dev.japply.manifest.ManifestSet;
import dev.japply.manifest.ManifestSources;
import dev.japply.manifest.NestedLists;
import dev.japply.manifest.UrlTimeout;
import dev.japply.manifest.document.Substitution;
import dev.japply.problem.ByteLimit;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Which files are read: the values of `-f`.
///
/// @param names paths, patterns, URLs, and `-` for standard input
/// @param recursive whether directories below directories are read, too
/// @param kustomizations what becomes of directories of kustomize
/// @param nested what becomes of lists in lists
/// @param timeout how long a URL may take
/// @param substitution the variables that they use
public record Inputs(
    List<String> names,
    boolean recursive,
    Kustomizations kustomizations,
    NestedLists nested,
    UrlTimeout timeout,
    Substitution substitution) {
  /// As long as kubectl waits before it tries a URL again.
  private static final Duration PAUSE = Duration.ofSeconds(1);

  public Inputs {
    names = List.copyOf(names);
  }

  /// The same with the values of variables.
  public Inputs with(Substitution values) {
    return new Inputs(names, recursive, kustomizations, nested, timeout, values);
  }

  /// One file.
  static Inputs of(String name) {
    return of(name, NestedLists.TAKEN_APART);
  }

  /// One file, of which a map without `kind` is taken, too.
  static Inputs ofMap(String name) {
    return of(name, NestedLists.ANY_MAP);
  }

  private static Inputs of(String name, NestedLists nested) {
    return new Inputs(
        List.of(name),
        false,
        Kustomizations.REFUSED,
        nested,
        UrlTimeout.DEFAULT,
        Substitution.NONE);
  }

  /// The objects that the files hold.
  ///
  /// @throws dev.japply.problem.JapplyException when a name leads nowhere
  public ManifestSet read(Console console) {
    var sources =
        new ManifestSources(Path.of(""), console.in(), HttpClient::newHttpClient, PAUSE, timeout);
    ByteLimit limit = ByteLimit.parse(console.variable(ByteLimit.VARIABLE));
    return ManifestReader.read(
        sources.expand(names, recursive, kustomizations), nested, limit, substitution);
  }
}
