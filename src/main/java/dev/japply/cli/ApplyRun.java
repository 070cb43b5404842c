package dev.japply.cli;

import dev.japply.cli.ApplyRequest.Format;
import dev.japply.event.Event;
import dev.japply.execute.Executor.Tally;
import dev.japply.execute.PruneRequest.Choice;
import dev.japply.execute.Stop;
import dev.japply.manifest.ManifestSet;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.BothReporters;
import dev.japply.report.DocumentReporter;
import dev.japply.report.EachReporter.Separators;
import dev.japply.report.Notation;
import dev.japply.report.Reporter;
import java.io.PrintWriter;
import java.util.List;

/// Carries out `japply apply`: read, connect, find each object's place, apply, report.
record ApplyRun(World world, Stop stop) {

  ExitCode run(ApplyRequest request) {
    ManifestSet found = request.files().read(world.console());
    if (stop.requested()) {
      world.console().err().line(Japply.INTERRUPTED);
      return ExitCode.INTERRUPTED;
    }
    var watch = new ChangeWatch();
    Reporter reporter =
        new BothReporters(
            new BothReporters(watch, output(request)),
            world.console().problems(request.output().requests()));
    boolean broken = tell(found.problems(), reporter);
    List<KubeObject> chosen =
        found.objects().stream()
            .filter(object -> request.selector().matches(object.tree()))
            .toList();
    if (chosen.isEmpty() && !broken) {
      throw new UsageException("no objects passed to apply");
    }
    Tally tally =
        chosen.isEmpty()
            ? new Tally(0, 0, 0)
            : applied(request, reporter, watch, caused(request, chosen), broken);
    if (stop.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (broken || tally.failed() > 0) {
      return ExitCode.FAILED;
    }
    return request.output().exitCode() && watch.changed() ? ExitCode.CHANGED : ExitCode.OK;
  }

  private static List<KubeObject> caused(ApplyRequest request, List<KubeObject> objects) {
    return request.cause().map(cause -> cause.onAll(objects)).orElse(objects);
  }

  private Tally applied(
      ApplyRequest request,
      Reporter reporter,
      ChangeWatch watch,
      List<KubeObject> objects,
      boolean broken) {
    var pruned =
        new BothReporters(
            new BothReporters(watch, pruned(request)),
            world.console().problems(request.output().requests()));
    try (var progress = Progress.of(world.console(), request.output().isForPeople())) {
      return world.onCluster(
          request.connection(),
          cluster ->
              new ApplyOnCluster(cluster, request, stop, reporter, pruned, progress)
                  .run(objects, broken));
    }
  }

  /// Tells of problems with the input; the answer is whether there was an error among them.
  static boolean tell(List<Problem> problems, Reporter reporter) {
    boolean errors = false;
    for (Problem problem : problems) {
      reporter.accept(Event.about(problem));
      errors |= problem.severity() == Severity.ERROR;
    }
    return errors;
  }

  private Reporter output(ApplyRequest request) {
    PrintWriter data = world.console().data();
    boolean evenAfterFailure = request.options().merge().rules() != Rules.KUBECTL;
    return request.output().format() instanceof Format.Together(Notation notation)
        ? new DocumentReporter(data, notation, evenAfterFailure)
        : each(request, Separators.BETWEEN);
  }

  /// Who prints what is pruned, after all that was applied. kubectl separates pruned YAML documents
  /// only from other members of an ApplySet.
  private Reporter pruned(ApplyRequest request) {
    boolean set =
        request.prune().filter(prune -> prune.choice() instanceof Choice.Members).isPresent();
    Separators kubectls = set ? Separators.BETWEEN : Separators.NONE;
    boolean likeKubectl = request.options().merge().rules() == Rules.KUBECTL;
    return each(request, likeKubectl ? kubectls : Separators.BEFORE_EACH);
  }

  private Reporter each(ApplyRequest request, Separators separators) {
    String suffix = DryRunFlag.suffix(request.options().dryRun());
    Format format = request.output().format();
    return OutputFlags.each(format, world.console(), suffix, separators);
  }
}
