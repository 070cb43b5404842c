package dev.japply.cli.flags;

import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.ManifestReader.RequiredFields;
import dev.japply.input.ManifestSources;
import dev.japply.input.ManifestSources.KustomizationPolicy;
import dev.japply.input.ManifestSources.UrlTimeout;
import dev.japply.input.Source;
import dev.japply.io.Cancellation;
import dev.japply.io.Parallel;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.yaml.Substitution;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The values of `-f` or `-k`.
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

    /// The kustomizations of `-k`.
    record Built(List<BuildRequest> requests) implements From {
      public Built {
        requests = List.copyOf(requests);
      }
    }
  }

  /// Returns the same inputs with other requirements.
  public InputOptions with(RequiredFields others) {
    return new InputOptions(from, others, timeout, substitution);
  }

  public List<String> names() {
    return switch (from) {
      case From.Files files -> files.names();
      case From.Built built -> built.requests().stream().map(BuildRequest::directory).toList();
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

  /// Returns the inputs apart: each kustomization, or all files.
  public List<InputOptions> apart() {
    return switch (from) {
      case From.Files files -> List.of(this);
      case From.Built built ->
          built.requests().stream()
              .map(one -> new From.Built(List.of(one)))
              .map(one -> new InputOptions(one, required, timeout, substitution))
              .toList();
    };
  }

  /// Reads the objects.
  ///
  /// @throws dev.japply.problem.JapplyException if a file does not exist, or a kustomization cannot
  ///   be built
  public ManifestSet read(CommandContext context, Cancellation cancellation) {
    Results<KubeObject> read = read(context, cancellation, ManifestSet::objects);
    context.connector().hideSecrets(read.all());
    return new ManifestSet(read.all(), read.problems());
  }

  /// The results of reading.
  ///
  /// @param all a result for each object, in the order of the input
  /// @param problems the problems of the input
  public record Results<T>(List<T> all, List<Problem> problems) {
    public Results {
      all = List.copyOf(all);
      problems = List.copyOf(problems);
    }
  }

  /// Reads the objects, and returns the result of `function` for each.
  ///
  /// @param function several threads call it, each as soon as it has read a file
  /// @throws dev.japply.problem.JapplyException if a file does not exist, or a kustomization cannot
  ///   be built
  public <T> Results<T> readEach(
      CommandContext context, Cancellation cancellation, Function<KubeObject, T> function) {
    return read(context, cancellation, set -> Parallel.map(set.objects(), function));
  }

  private <T> Results<T> read(
      CommandContext context, Cancellation cancellation, Function<ManifestSet, List<T>> results) {
    return switch (from) {
      case From.Files files -> read(files, context.console(), cancellation, results);
      case From.Built(List<BuildRequest> requests) ->
          results(built(requests, new Builder(context, cancellation)), results);
    };
  }

  /// Builds all kustomizations, and reports the errors of all.
  private ManifestSet built(List<BuildRequest> requests, Builder builder) {
    var objects = new ArrayList<KubeObject>();
    var problems = new ArrayList<Problem>();
    for (ManifestSet built : Builder.each(requests, one -> builder.objects(one, required))) {
      objects.addAll(built.objects());
      problems.addAll(built.problems());
    }
    return new ManifestSet(objects, problems);
  }

  private static <T> Results<T> results(ManifestSet set, Function<ManifestSet, List<T>> results) {
    return new Results<>(results.apply(set), set.problems());
  }

  private <T> Results<T> read(
      From.Files files,
      Console console,
      Cancellation cancellation,
      Function<ManifestSet, List<T>> results) {
    ByteLimit limit = console.byteLimit();
    List<Source> found =
        console
            .manifests(cancellation, timeout)
            .expand(files.names(), files.recursive(), files.kustomizations(), files.once());
    if (found.size() < Parallel.MANY || !files.names().stream().allMatch(InputOptions::isPath)) {
      return results(read(found, limit), results);
    }
    List<Results<T>> read = Parallel.map(found, source -> results(read(source, limit), results));
    var all = new ArrayList<T>();
    var problems = new ArrayList<Problem>();
    for (Results<T> each : read) {
      all.addAll(each.all());
      problems.addAll(each.problems());
    }
    return new Results<>(all, problems);
  }

  private ManifestSet read(List<Source> sources, ByteLimit limit) {
    var objects = new ArrayList<KubeObject>();
    var problems = new ArrayList<Problem>();
    for (Source source : sources) {
      ManifestSet read = read(source, limit);
      objects.addAll(read.objects());
      problems.addAll(read.problems());
    }
    return new ManifestSet(objects, problems);
  }

  /// Reads the objects of one source. A file that was named, such as a README of comments, should
  /// have some; standard input may come from a program that found nothing.
  private ManifestSet read(Source source, ByteLimit limit) {
    ManifestSet read = ManifestReader.read(List.of(source), required, limit, substitution);
    boolean isSilent = read.objects().isEmpty() && read.problems().isEmpty();
    if (!isSilent || source.found() || source.name().equals(ManifestSources.STDIN)) {
      return read;
    }
    var none =
        Problem.warning(
            WarningId.NO_OBJECTS,
            Origin.of(source.name()),
            "",
            "this file has no objects",
            "a manifest has apiVersion, kind and metadata");
    return new ManifestSet(List.of(), List.of(none));
  }

  /// Whether a name is neither a URL nor standard input, which an interrupt ends.
  private static boolean isPath(String name) {
    return !name.equals("-") && !name.contains("://");
  }
}
