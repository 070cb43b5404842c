package dev.japply.cli.run;

import dev.japply.cli.context.Console;
import dev.japply.cli.context.UsageException;
import dev.japply.kustomize.BuildOptions;
import dev.japply.kustomize.BuiltObjects;
import dev.japply.kustomize.Kustomization;
import dev.japply.kustomize.load.Folder.Restriction;
import dev.japply.kustomize.transform.Unmatched;
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

/// What is read: the values of `-f`, or that of `-k`.
///
/// @param from where the objects come from
/// @param nested what becomes of lists in lists
/// @param timeout how long a URL may take
/// @param substitution the variables that they use
public record Inputs(From from, NestedLists nested, UrlTimeout timeout, Substitution substitution) {
  /// As long as kubectl waits before it tries a URL again.
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Where objects come from.
  public sealed interface From {

    /// Files, as `-f` names them.
    ///
    /// @param names paths, patterns, URLs, and `-` for standard input
    /// @param recursive whether directories below directories are read, too
    /// @param kustomizations what becomes of directories of kustomize
    record Files(List<String> names, boolean recursive, Kustomizations kustomizations)
        implements From {
      public Files {
        names = List.copyOf(names);
      }
    }

    /// The kustomization in a directory, as `-k` names it.
    ///
    /// @param unmatched what becomes of patches whose target selects nothing
    record Built(String folder, Unmatched unmatched) implements From {}
  }

  /// What was named on the command line.
  List<String> names() {
    return switch (from) {
      case From.Files files -> files.names();
      case From.Built built -> List.of(built.folder());
    };
  }

  /// The same with the values of variables.
  public Inputs with(Substitution values) {
    if (from instanceof From.Built && values != Substitution.NONE) {
      throw new UsageException("--substitute cannot be used with -k");
    }
    return new Inputs(from, nested, timeout, values);
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
    var files = new From.Files(List.of(name), false, Kustomizations.REFUSED);
    return new Inputs(files, nested, UrlTimeout.DEFAULT, Substitution.NONE);
  }

  /// The objects that the files hold.
  ///
  /// @throws dev.japply.problem.JapplyException when a name leads nowhere, or a kustomization
  ///   cannot be built
  ManifestSet read(Console console) {
    return switch (from) {
      case From.Files files -> read(files, console);
      case From.Built(String folder, Unmatched unmatched) -> {
        var options = new BuildOptions(Path.of(""), Restriction.ROOT_ONLY, unmatched);
        BuiltObjects built = Kustomization.build(folder, options);
        yield ManifestReader.check(new ManifestSet(built.objects(), built.warnings()));
      }
    };
  }

  private ManifestSet read(From.Files files, Console console) {
    var sources =
        new ManifestSources(Path.of(""), console.in(), HttpClient::newHttpClient, PAUSE, timeout);
    ByteLimit limit = ByteLimit.parse(console.variable(ByteLimit.VARIABLE));
    return ManifestReader.read(
        sources.expand(files.names(), files.recursive(), files.kustomizations()),
        nested,
        limit,
        substitution);
  }
}
