package dev.japply.cli.build;

import dev.japply.apply.Event;
import dev.japply.apply.Workers;
import dev.japply.cli.diff.ExternalDiff;
import dev.japply.cli.flags.BuildRequest;
import dev.japply.cli.flags.Builder;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.compare.BuildComparison;
import dev.japply.compare.ObjectChange;
import dev.japply.compare.ObjectChange.Kind;
import dev.japply.compare.TracedBuild;
import dev.japply.compare.TracedBuild.TracedObject;
import dev.japply.diff.ChangedLines;
import dev.japply.diff.Secrets;
import dev.japply.input.ComparedTrees;
import dev.japply.input.ComparedTrees.Tree;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.ManifestReader.RequiredFields;
import dev.japply.input.ReachedKustomizations;
import dev.japply.input.Source;
import dev.japply.input.TreeManifests;
import dev.japply.io.Cancellation;
import dev.japply.kpt.git.Checkout;
import dev.japply.kpt.git.Git;
import dev.japply.kustomize.build.KustomizationBuild;
import dev.japply.kustomize.load.FileLoader.Base;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.report.BuildChangeText;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.yaml.Substitution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Runs `japply build --diff`: reads the revision, builds both trees, and compares the objects.
///
/// @param revision the revision to compare with, as the user wrote it
/// @param input the objects to compare
/// @param building the options for building a kustomization
record BuildDiffRun(
    CommandContext context,
    Cancellation cancellation,
    String revision,
    Input input,
    BuildRequest building,
    Output output) {

  sealed interface Input {
    /// Returns files and directories as the user wrote them.
    List<String> names();
  }

  /// The objects of kustomizations.
  ///
  /// @param names their directories; empty for all that the changes reach
  record Kustomizations(List<String> names) implements Input {
    public Kustomizations {
      names = List.copyOf(names);
    }
  }

  /// The objects of files.
  ///
  /// @param names files and directories
  /// @param recursive whether to read subdirectories
  record Manifests(List<String> names, boolean recursive) implements Input {
    public Manifests {
      names = List.copyOf(names);
    }
  }

  /// The output of the command.
  ///
  /// @param context the number of equal lines before and after a change
  /// @param program the program that prints the differences; null if japply prints them
  /// @param exitCode whether a difference results in its own exit status
  /// @param secrets the visibility of Secret values
  /// @param summary whether to print a summary at the end
  /// @param reports additional reports
  /// @param requests the style of logged requests on standard error
  record Output(
      int context,
      @Nullable ExternalDiff program,
      boolean exitCode,
      Secrets secrets,
      boolean summary,
      List<ReportTarget> reports,
      Requests requests) {
    public Output {
      reports = List.copyOf(reports);
    }
  }

  /// A build of one tree.
  ///
  /// @param problems warnings, and errors if there are no objects
  private record Built(TracedBuild build, List<Problem> problems) {
    /// The build of a directory without a kustomization.
    static final Built NONE = new Built(TracedBuild.NONE, List.of());

    boolean isFailed() {
      return !errors().isEmpty();
    }

    List<Problem> errors() {
      return problems.stream().filter(problem -> problem.severity() == Severity.ERROR).toList();
    }
  }

  ExitCode run() {
    var summary = new Summary(true, "");
    Reports reports =
        Reports.open(context, output.reports(), output.secrets(), cancellation)
            .failingOnChanges(output.exitCode());
    return reports.around("build", summary, output.summary(), () -> run(summary, reports));
  }

  private ExitCode run(Summary summary, Reports reports) {
    Path working = working();
    var git = new Git(context.console().environment(), cancellation);
    List<String> names = input.names();
    Checkout checkout = Checkout.around(git, start(working, names));
    boolean absolute = !names.isEmpty() && Path.of(names.getFirst()).isAbsolute();
    String commit = checkout.commit(revision);
    ByteLimit limit = context.console().byteLimit();
    var trees =
        new ComparedTrees(
            checkout, checkout.tree(commit), working, absolute, name(revision, commit), limit);
    Reporter reporter = Reporter.all(reports, context.console().problems(output.requests()));
    var comparison = new Comparison(trees, summary, reports, reporter);
    switch (input) {
      case Manifests files -> comparison.compare(files, limit);
      case Kustomizations(List<String> folders) -> comparison.compare(folders, limit);
    }
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (comparison.failures > 0) {
      return ExitCode.DIFF_ERROR;
    }
    return comparison.differs && output.exitCode() ? ExitCode.FAILED : ExitCode.OK;
  }

  /// Returns the directory whose repository is read: the first one that the user named, or the
  /// nearest one above it if only the revision has it.
  private static Path start(Path working, List<String> names) {
    Path start = names.isEmpty() ? working : working.resolve(names.getFirst()).normalize();
    while (!Files.isDirectory(start) && start.getParent() != null) {
      start = start.getParent();
    }
    return start;
  }

  private static Path working() {
    try {
      return Path.of("").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the name of the revision in messages: the commit where a branch was left has no name.
  private static String name(String revision, String commit) {
    return revision.endsWith("...") ? commit.substring(0, 12) : revision;
  }

  /// Compares builds one after the other, and reports them.
  private final class Comparison {
    private final Builder builder = new Builder(context, cancellation);
    private final ComparedTrees trees;
    private final Summary summary;
    private final Reports reports;
    private final Reporter reporter;
    private final Map<String, Optional<ChangedLines>> lines = new HashMap<>();
    private final LinkedHashSet<Problem> reported = new LinkedHashSet<>();
    private final List<String> scope = new ArrayList<>();
    private boolean differs;
    private int failures;

    Comparison(ComparedTrees trees, Summary summary, Reports reports, Reporter reporter) {
      this.trees = trees;
      this.summary = summary;
      this.reports = reports;
      this.reporter = reporter;
    }

    void compare(Manifests files, ByteLimit limit) {
      var found = new TreeManifests(trees, files.recursive(), limit).find(files.names());
      compare(String.join(",", files.names()), read(found.old(), limit), read(found.now(), limit));
    }

    private static Built read(List<Source> sources, ByteLimit limit) {
      ManifestSet read = ManifestReader.read(sources, RequiredFields.ALL, limit, Substitution.NONE);
      List<TracedObject> objects = read.objects().stream().map(TracedObject::ofManifest).toList();
      return new Built(TracedBuild.of(objects), read.problems());
    }

    void compare(List<String> folders, ByteLimit limit) {
      List<String> paths = paths(folders, limit);
      summary.expect(0);
      RemoteLoader remotes = builder.remotes(building);
      int threads = Math.max(1, Runtime.getRuntime().availableProcessors());
      try (var workers = new Workers(threads)) {
        var old = new ArrayList<Future<Built>>();
        var now = new ArrayList<Future<Built>>();
        for (String path : paths) {
          old.add(workers.begin(() -> buildOld(path, remotes)));
          now.add(workers.begin(() -> buildNow(path, remotes)));
        }
        for (int i = 0; i < paths.size() && !cancellation.requested(); i++) {
          Optional<Built> before = workers.result(old.get(i));
          Optional<Built> after = workers.result(now.get(i));
          if (before.isPresent() && after.isPresent()) {
            compare(trees.shown(paths.get(i)), before.get(), after.get());
          }
          old.set(i, null);
          now.set(i, null);
        }
      }
      if (failures > 0) {
        scope.add(failures + " cannot be built");
      }
      if (!scope.isEmpty()) {
        summary.scope(String.join(", ", scope));
      }
    }

    /// Returns the kustomizations to build: those in the directories that the user named, or those
    /// below them that the changes reach.
    private List<String> paths(List<String> folders, ByteLimit limit) {
      var paths = new LinkedHashSet<String>();
      var searched = new ArrayList<String>();
      if (folders.isEmpty()) {
        searched.add("");
      }
      for (String folder : folders) {
        String path = trees.relative(folder);
        boolean isOne = trees.old().hasKustomization(path) || trees.now().hasKustomization(path);
        (isOne ? paths : searched).add(path);
      }
      if (!searched.isEmpty()) {
        ReachedKustomizations.Reach found = new ReachedKustomizations(trees, limit).find(searched);
        if (found.all() == 0) {
          throw new JapplyException(
              Problem.error(
                  Origin.NONE,
                  "neither \"%s\" nor %s has a kustomization"
                      .formatted(trees.shown(searched.getFirst()), revision),
                  "name a directory with one, or -f for plain manifests"));
        }
        paths.addAll(found.reached());
        scope.add("%d of %d kustomizations reached".formatted(paths.size(), found.all()));
      }
      return List.copyOf(paths);
    }

    private Built buildOld(String path, RemoteLoader remotes) {
      Tree tree = trees.old();
      boolean isNew = !tree.hasKustomization(path);
      return isNew
          ? Built.NONE
          : build(new Base(tree.files(), tree.top()), path.isEmpty() ? "." : path, remotes);
    }

    private Built buildNow(String path, RemoteLoader remotes) {
      Tree tree = trees.now();
      boolean isGone = !tree.hasKustomization(path) && trees.old().hasKustomization(path);
      return isGone
          ? Built.NONE
          : build(new Base(tree.files(), trees.working()), trees.shown(path), remotes);
    }

    /// @param folder the directory, as messages name it
    private Built build(Base base, String folder, RemoteLoader remotes) {
      try {
        KustomizationBuild.Result built = builder.build(building.in(folder), base, remotes);
        return new Built(traced(built), built.warnings());
      } catch (JapplyException e) {
        return new Built(TracedBuild.NONE, e.problems());
      }
    }

    private static TracedBuild traced(KustomizationBuild.Result built) {
      var traced = new ArrayList<TracedObject>();
      for (int i = 0; i < built.objects().size(); i++) {
        KubeObject object = built.objects().get(i);
        KustomizationBuild.Trace trace = built.traces().get(i);
        traced.add(new TracedObject(object, trace.plainName(), trace.written(), trace::causes));
      }
      return new TracedBuild(traced, built.settings());
    }

    private void compare(String name, Built old, Built now) {
      if (now.isFailed()) {
        reportFailure(name, old, now);
        return;
      }
      now.problems().forEach(this::report);
      if (old.isFailed()) {
        differs = true;
        old.errors().stream()
            .map(problem -> problem.about(name).withoutPlace())
            .map(problem -> problem.withHint("now it can be built, and is not compared"))
            .map(problem -> problem.asWarning(WarningId.UNBUILT_REVISION))
            .forEach(this::report);
        return;
      }
      var comparison = new BuildComparison(output.secrets(), this::changedLines);
      List<ObjectChange> changes = comparison.compare(old.build(), now.build());
      summary.expect(changes.size());
      changes.forEach(change -> report(change, name));
      print(changes.stream().filter(change -> change.kind() != Kind.SAME).toList(), name);
    }

    /// Reports a build that fails now. The same failure in several builds is reported once.
    private void reportFailure(String name, Built old, Built now) {
      failures++;
      for (Problem problem : now.errors()) {
        report(
            old.isFailed()
                ? problem
                : problem.about(name).withHint(trees.revision() + " can be built"));
      }
    }

    private void report(Problem problem) {
      if (reported.add(problem)) {
        reporter.accept(Event.about(problem));
      }
    }

    private void report(ObjectChange change, String name) {
      summary.add(BuildChangeText.end(change), change.pair().latest().object());
      if (reports.isWanted()) {
        reports.add(BuildChangeText.reported(change, name, output.context()));
      }
    }

    private void print(List<ObjectChange> changes, String name) {
      ExternalDiff program = output.program();
      if (changes.isEmpty()) {
        return;
      }
      if (program != null) {
        var files = changes.stream().map(BuildChangeText::files).toList();
        differs |= program.run(context, cancellation, files) != ExitCode.OK;
        changes.forEach(change -> print(BuildChangeText.causes(change, name)));
        return;
      }
      differs = true;
      if (!reports.isPrinted()) {
        int around = output.context();
        changes.forEach(change -> print(BuildChangeText.of(change, name, around)));
      }
    }

    private void print(String text) {
      context.console().out().printDiff(text, context.console().colours());
    }

    private Optional<ChangedLines> changedLines(String source, boolean isOld) {
      String path = trees.path(source, isOld);
      return lines.computeIfAbsent(path, trees::changedLines);
    }
  }
}
