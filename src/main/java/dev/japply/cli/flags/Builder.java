package dev.japply.cli.flags;

import dev.japply.cli.flags.BuildRequest.Fetching;
import dev.japply.cli.flags.ProcessRunner.Printed;
import dev.japply.input.FetchedRemotes;
import dev.japply.input.FetchedRemotes.Web;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.ManifestReader.RequiredFields;
import dev.japply.input.Source;
import dev.japply.io.Cancellation;
import dev.japply.io.FileErrors;
import dev.japply.kpt.git.Git;
import dev.japply.kpt.git.GitCache;
import dev.japply.kustomize.build.BuildOptions;
import dev.japply.kustomize.build.KustomizationBuild;
import dev.japply.kustomize.load.FileLoader.Base;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.yaml.Substitution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Builds kustomizations for commands.
public record Builder(CommandContext context, Cancellation cancellation) {

  /// Returns the result of `build` for each request.
  ///
  /// @throws JapplyException with the errors of all kustomizations that cannot be built
  public static <T> List<T> each(List<BuildRequest> requests, Function<BuildRequest, T> build) {
    var results = new ArrayList<T>();
    var failures = new ArrayList<Problem>();
    for (BuildRequest request : requests) {
      try {
        results.add(build.apply(request));
      } catch (JapplyException e) {
        if (requests.size() == 1) {
          throw e;
        }
        failures.addAll(e.problems());
      }
    }
    if (!failures.isEmpty()) {
      throw new JapplyException(failures);
    }
    return results;
  }

  /// Builds the objects, with problems for the objects that failed.
  ///
  /// @throws JapplyException if the kustomization cannot be built
  public ManifestSet objects(BuildRequest request, RequiredFields required) {
    if (request.command().isEmpty()) {
      KustomizationBuild.Result built = build(request);
      return ManifestReader.check(new ManifestSet(built.objects(), built.warnings()), required);
    }
    String name = String.join(" ", request.command()) + " " + request.directory();
    ByteLimit limit = ByteLimit.DEFAULT;
    return ManifestReader.read(
        List.of(Source.of(name, handOver(request))), required, limit, Substitution.NONE);
  }

  /// Runs the external program and returns its standard output.
  ///
  /// @throws JapplyException if the program fails
  public String handOver(BuildRequest request) {
    var command = new ArrayList<>(request.command());
    command.add(request.directory());
    context.console().flush();
    Printed printed;
    try {
      printed = context.programs().print(command, cancellation);
    } catch (IOException e) {
      String reason = FileErrors.ofStart(e);
      throw failure("cannot run \"%s\": %s".formatted(command.getFirst(), reason), e);
    }
    if (printed.status() != 0) {
      String line = String.join(" ", command);
      throw failure("\"%s\" failed: exit status %d".formatted(line, printed.status()), null);
    }
    return printed.out();
  }

  private static JapplyException failure(String what, @Nullable IOException cause) {
    Problem problem = Problem.error(Origin.NONE, what, "see --kustomize-command");
    return cause == null ? new JapplyException(problem) : new JapplyException(problem, cause);
  }

  /// Builds without an external program.
  public KustomizationBuild.Result build(BuildRequest request) {
    return build(request, Base.onDisk(Path.of("")), remotes(request));
  }

  /// Builds a kustomization of other files.
  ///
  /// @param remotes fetches remote files
  public KustomizationBuild.Result build(BuildRequest request, Base base, RemoteLoader remotes) {
    return KustomizationBuild.run(
        request.directory(),
        new BuildOptions(
            base,
            request.restriction(),
            context.console().byteLimit(),
            request.differences(),
            remotes));
  }

  /// Returns what fetches the remote files of a request.
  public RemoteLoader remotes(BuildRequest request) {
    Fetching fetching = request.fetching();
    Console console = context.console();
    return new FetchedRemotes(
        new Git(console.environment(), cancellation),
        () -> new GitCache(FetchCache.directory(console)),
        new Web(
            console.manifests(cancellation, fetching.timeout()),
            console.byteLimit(),
            fetching.offline()),
        console::log);
  }
}
