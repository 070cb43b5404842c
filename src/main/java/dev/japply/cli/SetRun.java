package dev.japply.cli;

import dev.japply.edit.EditProblems;
import dev.japply.edit.Found;
import dev.japply.edit.LiveObject;
import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.execute.AnnotationPatcher;
import dev.japply.execute.DryRun;
import dev.japply.execute.Outage;
import dev.japply.execute.Stop;
import dev.japply.execute.Target;
import dev.japply.live.Cluster;
import dev.japply.live.WriteOptions;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.LastApplied;
import dev.japply.plan.PlanProblems;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.report.EditReport;
import dev.japply.report.Reporter;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Carries out `japply set-last-applied`: all objects are looked at before the first is written.
record SetRun(World world, Stop stop, Reporter reporter, Options options) {

  /// How annotations are set.
  ///
  /// @param create whether objects without one get one
  /// @param likeKubectl whether the annotation takes the form that `kubectl set-last-applied` gives
  ///   it, and writes of others are written over
  record Options(boolean create, DryRun dryRun, boolean likeKubectl, WriteOptions write) {}

  ExitCode run(ObjectChoice choice) {
    return world.onCluster(
        choice.connection(), cluster -> run(cluster, choice.find(world, cluster)));
  }

  private record Change(LiveObject object, String text) {}

  private ExitCode run(Cluster cluster, Found found) {
    var problems = new ArrayList<>(found.problems());
    var changes = new ArrayList<Change>();
    var equal = new ArrayList<LiveObject>();
    for (LiveObject object : found.objects()) {
      var change = new Change(object, text(object.asked().tree()));
      List<Problem> wrong = check(change);
      problems.addAll(wrong);
      if (wrong.isEmpty() && object.annotation().equals(change.text())) {
        equal.add(object);
      } else if (wrong.isEmpty()) {
        changes.add(change);
      }
    }
    equal.forEach(
        object -> world.console().out().line(EditReport.noChanges(object.asked().name())));
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
    return write(cluster, changes);
  }

  private String text(MapValue manifest) {
    return options.likeKubectl() ? LastApplied.encodeAsIs(manifest) : LastApplied.encode(manifest);
  }

  private List<Problem> check(Change change) {
    LiveObject object = change.object();
    if (object.lastApplied() instanceof LastApplied.Stored.Absent && !options.create()) {
      return List.of(EditProblems.mayNotCreate(object));
    }
    return options.likeKubectl()
        ? List.of()
        : AnnotationLimit.check(AnnotationPatcher.result(object.live(), change.text())).stream()
            .map(excess -> PlanProblems.tooLarge(object.asked(), excess))
            .toList();
  }

  private ExitCode write(Cluster cluster, List<Change> changes) {
    var outage = new Outage(stop);
    var patcher =
        new AnnotationPatcher(cluster, options.write(), options.likeKubectl(), outage, reporter);
    return new InTurn(outage, reporter, options.likeKubectl())
        .each(changes, change -> change.object().asked().key(), change -> write(patcher, change));
  }

  private Optional<Event> write(AnnotationPatcher patcher, Change change) {
    LiveObject object = change.object();
    if (options.dryRun() == DryRun.CLIENT) {
      MapValue live = object.live();
      MapValue shown = options.likeKubectl() ? live : AnnotationPatcher.result(live, change.text());
      return Optional.of(new Event.Applied(object.asked(), Outcome.CONFIGURED, shown));
    }
    var target = new Target(object.asked(), object.resource());
    return patcher.patch(target, object.live(), change.text(), Outcome.CONFIGURED);
  }
}
