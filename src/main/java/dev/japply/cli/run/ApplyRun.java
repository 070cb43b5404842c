package dev.japply.cli.run;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.cli.context.InterruptNotice;
import dev.japply.cli.context.UsageException;
import dev.japply.compat.Difference;
import dev.japply.execute.PruneRequest.Choice;
import dev.japply.execute.apply.Executor.Tally;
import dev.japply.manifest.ManifestSet;
import dev.japply.object.KubeObject;
import dev.japply.problem.ExitCode;
import dev.japply.report.BothReporters;
import dev.japply.report.DocumentReporter;
import dev.japply.report.EachReporter.Separators;
import dev.japply.report.OutputFormat;
import dev.japply.report.Reporter;
import java.io.PrintWriter;
import java.util.List;

/// Carries out `japply apply`: read, connect, find each object's place, apply, report.
public record ApplyRun(CommandContext context, Cancellation cancellation) {

  public ExitCode run(ApplyRequest request) {
    ManifestSet found = request.files().read(context.console());
    if (cancellation.requested()) {
      context.console().err().printLine(InterruptNotice.NOTHING_CHANGED);
      return ExitCode.INTERRUPTED;
    }
    var watch = new ChangeWatch();
    Reporter reporter =
        new BothReporters(
            new BothReporters(watch, output(request)),
            context.console().problems(request.output().requests()));
    boolean broken = ApplyOnCluster.report(found.problems(), reporter);
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
    if (cancellation.requested()) {
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
            context.console().problems(request.output().requests()));
    try (var progress = Progress.of(context.console(), request.output().isForPeople())) {
      return context.onCluster(
          request.connection(),
          cluster ->
              new ApplyOnCluster(cluster, request, cancellation, reporter, pruned, progress)
                  .run(objects, broken));
    }
  }

  private Reporter output(ApplyRequest request) {
    PrintWriter data = context.console().data();
    boolean evenAfterFailure =
        request.options().planning().allows(Difference.PRINTS_DESPITE_FAILURES);
    return request.output().format() instanceof ObjectOutput.Together(OutputFormat notation)
        ? new DocumentReporter(data, notation, evenAfterFailure)
        : each(request, Separators.BETWEEN);
  }

  /// Who prints what is pruned, after all that was applied. kubectl separates pruned YAML documents
  /// only from other members of an ApplySet.
  private Reporter pruned(ApplyRequest request) {
    boolean set =
        request.prune().filter(prune -> prune.choice() instanceof Choice.Members).isPresent();
    Separators kubectls = set ? Separators.BETWEEN : Separators.NONE;
    boolean separated = request.options().planning().allows(Difference.SEPARATES_PRUNED);
    return each(request, separated ? Separators.BEFORE_EACH : kubectls);
  }

  private Reporter each(ApplyRequest request, Separators separators) {
    return request
        .output()
        .format()
        .each(context.console(), request.options().dryRun(), separators);
  }
}
