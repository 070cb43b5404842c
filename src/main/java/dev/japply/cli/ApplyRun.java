package dev.japply.cli;

import dev.japply.event.Event;
import dev.japply.execute.Executor;
import dev.japply.execute.Executor.Tally;
import dev.japply.execute.Stop;
import dev.japply.execute.Targets;
import dev.japply.live.Cluster;
import dev.japply.manifest.ManifestSet;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.plan.CustomTypes;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.BothReporters;
import dev.japply.report.DocumentReporter;
import dev.japply.report.DocumentReporter.Style;
import dev.japply.report.LineReporter;
import dev.japply.report.NameReporter;
import dev.japply.report.Reporter;
import java.io.PrintWriter;
import java.util.List;

/// Carries out `japply apply`: read, connect, find each object's place, apply, report.
record ApplyRun(World world, Stop stop) {

  ExitCode run(ApplyRequest request) {
    ManifestSet found = request.files().read(world.console());
    if (stop.requested()) {
      world.console().err().print(Japply.INTERRUPTED);
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
            : world.onCluster(
                request.connection(),
                cluster -> apply(cluster, request, caused(request, chosen), reporter));
    reporter.finish();
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

  private Tally apply(
      Cluster cluster, ApplyRequest request, List<KubeObject> objects, Reporter reporter) {
    boolean enforced = !request.connection().namespace().isEmpty();
    var namespace = new Targets.Namespace(cluster.defaultNamespace(), enforced);
    Targets targets = Targets.find(cluster, namespace, objects, types(request, objects));
    tell(targets.problems(), reporter);
    Tally tally = new Executor(cluster, request.options(), stop).run(targets.targets(), reporter);
    return tally.plusFailed(targets.problems().size());
  }

  /// The types that the input defines; kubectl does not look.
  private static CustomTypes types(ApplyRequest request, List<KubeObject> objects) {
    boolean kubectl = request.options().merge().rules() == Rules.KUBECTL;
    return kubectl ? CustomTypes.NONE : CustomTypes.of(objects);
  }

  /// Tells of problems with the input; the answer is whether there was an error among them.
  private static boolean tell(List<Problem> problems, Reporter reporter) {
    boolean errors = false;
    for (Problem problem : problems) {
      reporter.accept(Event.about(problem));
      errors |= problem.severity() == Severity.ERROR;
    }
    return errors;
  }

  private Reporter output(ApplyRequest request) {
    PrintWriter out = world.console().out();
    boolean evenAfterFailure = request.options().merge().rules() != Rules.KUBECTL;
    boolean managed = request.output().managedFields();
    return switch (request.output().format()) {
      case LINES -> new LineReporter(out, DryRunFlag.suffix(request.options().dryRun()));
      case NAME -> new NameReporter(out);
      case JSON -> documents(DocumentReporter.Format.JSON, managed, evenAfterFailure);
      case YAML -> documents(DocumentReporter.Format.YAML, managed, evenAfterFailure);
    };
  }

  private Reporter documents(DocumentReporter.Format format, boolean managed, boolean always) {
    return new DocumentReporter(world.console().out(), new Style(format, managed, always));
  }
}
