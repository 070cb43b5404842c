package dev.japply.cli.flags;

import dev.japply.input.KustomizationPolicy;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestSet;
import dev.japply.input.RequiredFields;
import dev.japply.input.Source;
import dev.japply.input.UrlTimeout;
import dev.japply.io.Cancellation;
import dev.japply.io.Parallel;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.Problem;
import dev.japply.yaml.Substitution;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// The values of `-f`, or the value of `-k`.
///
/// @param from the source of the objects
/// @param substitution the variables in the manifests
public record InputOptions(
    From from, RequiredFields required, UrlTimeout timeout, Substitution substitution) {
  /// A source of objects.
  sealed interface From {

    /// The files of `-f`.
    ///
    /// @param names paths, patterns, URLs, and `-` for standard input
    /// @param recursive whether to read subdirectories
    /// @param kustomizations the handling of kustomization directories
    /// @param once whether to read a repeated file only once
    record Files(
        List<String> names, boolean recursive, KustomizationPolicy kustomizations, boolean once)
        implements From {
      public Files {
        names = List.copyOf(names);
      }
    }

    /// The kustomization of `-k`.
    record Built(BuildRequest request) implements From {}
  }

  /// Returns the same inputs with other requirements.
  public InputOptions with(RequiredFields others) {
    return new InputOptions(from, others, timeout, substitution);
  }

  public List<String> names() {
    return switch (from) {
      case From.Files files -> files.names();
      case From.Built built -> List.of(built.request().directory());
    };
  }

  public static InputOptions of(String name) {
    return of(name, RequiredFields.ALL);
  }

  /// Returns the inputs for one file, which may have maps without `kind`.
  public static InputOptions ofMap(String name) {
    return of(name, RequiredFields.NONE);
  }

  private static InputOptions of(String name, RequiredFields required) {
    var files = new From.Files(List.of(name), false, KustomizationPolicy.REFUSED, /* once= */ true);
    return new InputOptions(files, required, UrlTimeout.DEFAULT, Substitution.NONE);
  }

  /// Reads the objects.
  ///
  /// @throws dev.japply.problem.JapplyException if a file does not exist, or a kustomization cannot
  ///   be built
  public ManifestSet read(CommandContext context, Cancellation cancellation) {
    return read(context, cancellation, UnaryOperator.identity());
  }

  /// Reads the objects.
  ///
  /// @param kept returns the part of an object that the result has, if many files are read. Several
  ///   threads call it, each as soon as it has read a file
  /// @throws dev.japply.problem.JapplyException if a file does not exist, or a kustomization cannot
  ///   be built
  public ManifestSet read(
      CommandContext context, Cancellation cancellation, UnaryOperator<KubeObject> kept) {
    return switch (from) {
      case From.Files files -> read(files, context.console(), cancellation, kept);
      case From.Built(BuildRequest request) ->
          new Builder(context, cancellation).objects(request, required);
    };
  }

  private ManifestSet read(
      From.Files files,
      Console console,
      Cancellation cancellation,
      UnaryOperator<KubeObject> kept) {
    ByteLimit limit = console.byteLimit();
    List<Source> found =
        console
            .manifests(cancellation, timeout)
            .expand(files.names(), files.recursive(), files.kustomizations(), files.once());
    if (found.size() < Parallel.MANY || !files.names().stream().allMatch(InputOptions::isPath)) {
      return ManifestReader.read(found, required, limit, substitution);
    }
    List<ManifestSet> read =
        Parallel.map(
            found,
            source -> {
              ManifestSet set = ManifestReader.read(List.of(source), required, limit, substitution);
              var objects = new ArrayList<KubeObject>();
              for (KubeObject object : set.objects()) {
                objects.add(kept.apply(object));
              }
              return new ManifestSet(objects, set.problems());
            });
    var objects = new ArrayList<KubeObject>();
    var problems = new ArrayList<Problem>();
    for (ManifestSet set : read) {
      objects.addAll(set.objects());
      problems.addAll(set.problems());
    }
    return new ManifestSet(objects, problems);
  }

  /// Whether a name is neither a URL nor standard input, which an interrupt ends.
  private static boolean isPath(String name) {
    return !name.equals("-") && !name.contains("://");
  }
}
