package dev.japply.cli.ownership;

import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.Outcome;
import dev.japply.apply.OwnershipPatcher;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.RunCancellation;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cli.flags.ObjectSelection.LookupResult;
import dev.japply.cli.run.SequentialWriter;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.FieldReference;
import dev.japply.plan.OwnershipTransfer;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.EditReport;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// Carries out `japply release` and `japply adopt`: all objects are looked at, and the effect is
/// shown, before the first is written.
record OwnershipRun(
    CommandContext context,
    Cancellation cancellation,
    Reporter reporter,
    OwnershipOptions options) {

  ExitCode run(ObjectSelection choice) {
    return context.onCluster(
        choice.connection(), cluster -> run(cluster, choice.find(context, cancellation, cluster)));
  }

  private ExitCode run(Cluster cluster, LookupResult found) {
    var changes = OwnershipChanges.of(cluster, found, options);
    changes.warnings().forEach(context.console().problems(Requests.HIDDEN)::print);
    if (!changes.problems().isEmpty()) {
      throw new JapplyException(changes.problems());
    }
    List<OwnershipFiles.Edit> edits =
        options.inFiles() ? changes.changes().stream().map(this::edit).toList() : List.of();
    OwnershipFiles files = OwnershipFiles.of(edits);
    if (!files.problems().isEmpty()) {
      throw new JapplyException(files.problems());
    }
    explain(changes);
    return write(cluster, changes.changes(), files);
  }

  /// Returns the change of an object's manifest.
  private OwnershipFiles.Edit edit(OwnershipChanges.OwnershipChange change) {
    return new OwnershipFiles.Edit(
        change.object().requested(),
        manifest ->
            options
                .direction()
                .of(manifest, change.object().live(), change.fields(), change.schema())
                .config());
  }

  private void explain(OwnershipChanges changes) {
    for (OwnershipChanges.OwnershipChange change : changes.changes()) {
      change
          .effects()
          .forEach(effect ->
              context
                  .console()
                  .err()
                  .printLine(EditReport.change(change.object().requested(), effect)));
      if (options.inFiles()) {
        explainManifest(change);
      }
    }
    int others = changes.passedOver();
    if (others > 0) {
      context.console().err().printLine(EditReport.passedOver(others));
    }
  }

  private void explainManifest(OwnershipChanges.OwnershipChange change) {
    KubeObject manifest = change.object().requested();
    for (FieldReference field : change.fields()) {
      Optional<FieldPath> there = field.find(manifest.tree());
      boolean releases = options.direction() == OwnershipTransfer.RELEASE;
      if (there.isPresent() || !releases) {
        Origin origin =
            there.map(path -> manifest.positions().apply(path)).orElse(manifest.origin());
        context.console().err().printLine(EditReport.manifest(origin, field.text(), releases));
      }
    }
  }

  private ExitCode write(
      Cluster cluster, List<OwnershipChanges.OwnershipChange> changes, OwnershipFiles files) {
    var run = new RunCancellation(cancellation);
    var patcher = new OwnershipPatcher(cluster, options.write(), run, reporter);
    ExitCode live =
        new SequentialWriter(run, reporter)
            .each(
                changes,
                change -> change.object().requested().key(),
                change -> {
                  Optional<Event.Ended> end = write(patcher, change);
                  if (options.inFiles() && end.orElse(null) instanceof Event.Applied) {
                    files.done(edit(change));
                  }
                  return end;
                });
    if (options.dryRun() != DryRun.NONE) {
      return live;
    }
    List<Problem> problems =
        files.write(name -> context.console().err().printLine(EditReport.written(name)));
    problems.forEach(context.console().problems(Requests.HIDDEN)::print);
    return live == ExitCode.OK && !problems.isEmpty() ? ExitCode.FAILED : live;
  }

  private Optional<Event.Ended> write(
      OwnershipPatcher patcher, OwnershipChanges.OwnershipChange change) {
    LiveObject object = change.object();
    if (!change.isChange()) {
      return Optional.of(new Event.Applied(object.requested(), Outcome.UNCHANGED, object.live()));
    }
    Outcome outcome =
        switch (options.direction()) {
          case RELEASE -> Outcome.RELEASED;
          case ADOPT -> Outcome.ADOPTED;
        };
    if (options.dryRun() == DryRun.CLIENT) {
      MapValue shown = change.owners().in(object.live());
      return Optional.of(new Event.Applied(object.requested(), outcome, shown));
    }
    var target = new ResolvedObject(object.requested(), object.resource());
    return patcher.patch(
        target, object.live(), change.owners(), outcome, live -> holds(change, live));
  }

  /// Whether the values that were taken over are still the live ones.
  private boolean holds(OwnershipChanges.OwnershipChange change, MapValue live) {
    return options.direction() == OwnershipTransfer.RELEASE
        || change.fields().stream()
            .allMatch(field -> value(field, live).equals(value(field, change.object().live())));
  }

  private static Node value(FieldReference field, MapValue live) {
    return field.find(live).<Node>map(path -> path.in(live)).orElse(Missing.MISSING);
  }
}
