package dev.japply.cli.flags;

import dev.japply.input.Kustomizations;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestSet;
import dev.japply.input.ManifestSources;
import dev.japply.input.NestedLists;
import dev.japply.input.UrlTimeout;
import dev.japply.io.Cancellation;
import dev.japply.problem.ByteLimit;
import dev.japply.yaml.Substitution;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.List;

/// What is read: the values of `-f`, or that of `-k`.
///
/// @param from where the objects come from
/// @param nested what becomes of lists in lists
/// @param timeout how long a URL may take
/// @param substitution the variables that they use
public record Inputs(From from, NestedLists nested, UrlTimeout timeout, Substitution substitution) {
  /// Where objects come from.
  sealed interface From {

    /// Files, as `-f` names them.
    ///
    /// @param names paths, patterns, URLs, and `-` for standard input
    /// @param recursive whether directories below directories are read, too
    /// @param kustomizations what becomes of directories of kustomize
    /// @param once whether a file that is named twice is read only once
    record Files(List<String> names, boolean recursive, Kustomizations kustomizations, boolean once)
        implements From {
      public Files {
        names = List.copyOf(names);
      }
    }

    /// The kustomization in a directory, as `-k` names it.
    record Built(BuildRequest request) implements From {}
  }

  /// What was named on the command line.
  public List<String> names() {
    return switch (from) {
      case From.Files files -> files.names();
      case From.Built built -> List.of(built.request().folder());
    };
  }

  /// One file.
  public static Inputs of(String name) {
    return of(name, NestedLists.TAKEN_APART);
  }

  /// One file, of which a map without `kind` is taken, too.
  public static Inputs ofMap(String name) {
    return of(name, NestedLists.ANY_MAP);
  }

  private static Inputs of(String name, NestedLists nested) {
    var files = new From.Files(List.of(name), false, Kustomizations.REFUSED, /* once= */ true);
    return new Inputs(files, nested, UrlTimeout.DEFAULT, Substitution.NONE);
  }

  /// The objects that the files hold.
  ///
  /// @throws dev.japply.problem.JapplyException when a name leads nowhere, or a kustomization
  ///   cannot be built
  public ManifestSet read(CommandContext context, Cancellation cancellation) {
    return switch (from) {
      case From.Files files -> read(files, context.console(), cancellation);
      case From.Built(BuildRequest request) -> new Builder(context, cancellation).objects(request);
    };
  }

  private ManifestSet read(From.Files files, Console console, Cancellation cancellation) {
    var sources =
        new ManifestSources(
            Path.of(""), console.in(), HttpClient::newHttpClient, cancellation, timeout);
    ByteLimit limit = ByteLimit.parse(console.variable(ByteLimit.VARIABLE));
    return ManifestReader.read(
        sources.expand(files.names(), files.recursive(), files.kustomizations(), files.once()),
        nested,
        limit,
        substitution);
  }
}
