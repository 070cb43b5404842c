package dev.japply.cli.apply;

import dev.japply.apply.Apply.ApplySummary;
import dev.japply.apply.ApplyMethod;
import dev.japply.apply.DeletionOptions;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.RecreateOptions;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.UndoFiles;
import dev.japply.cli.undo.UndoExecution;
import dev.japply.cli.undo.UndoRecording;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.UndoPlanner;
import dev.japply.plan.UndoPlanner.Decision;
import dev.japply.plan.UndoPlanner.Undone;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// Takes a failed apply back. Changes of others stay.
record FailureUndo(CommandContext context, Cluster cluster, Cancellation cancellation) {
  /// Takes back what `recording` contains, and prints the result on standard error. Returns whether
  /// something was changed, and nothing of it is left.
  boolean takeBack(UndoRecording recording, ExecutionOptions applied) {
    Console console = context.console();
    if (Objects.requireNonNull(recording.log()).isEmpty()) {
      console.err().printLine("the run had changed nothing, so there is nothing to take back");
      return false;
    }
    Path file = recording.log().file();
    var left = new Left(1, 0);
    try {
      left = takeBack(file, applied);
    } catch (ClusterException e) {
      console.problems(Requests.HIDDEN).accept(Event.about(ServerProblems.general(e)));
    } catch (JapplyException e) {
      e.problems().forEach(why -> console.problems(Requests.HIDDEN).accept(Event.about(why)));
    }
    if (left.objects() > 0 || cancellation.requested()) {
      console.err().printLine("not all of the run was taken back: " + UndoFiles.command(file));
      return false;
    }
    if (recording.placed() || left.parts() > 0) {
      console.err().printLine("the run was taken back; its undo file is " + file);
    } else {
      recording.log().discard();
      console.err().printLine("the run was taken back");
    }
    return left.parts() == 0;
  }

  /// The number of objects and parts that were not taken back.
  ///
  /// @param objects number of objects
  /// @param parts number of warnings about parts of objects
  private record Left(int objects, int parts) {}

  private Left takeBack(Path file, ExecutionOptions applied) {
    Console console = context.console();
    List<History> histories = UndoFiles.read(file, ByteLimit.LARGEST).histories();
    ProblemReporter problems = console.problems(Requests.HIDDEN);
    var undo = execution(applied);
    List<Undone> plan = undo.plan(histories, event -> {});
    int left = 0;
    int parts = 0;
    for (Undone each : plan) {
      if (each.planned().action() instanceof Action.Refused(List<Problem> why)) {
        left++;
        problems.accept(new Event.Failed(each.planned().desired(), why));
      }
      parts += each.explanation().warnings().size();
      each.explanation().warnings().forEach(warning -> problems.accept(new Event.Warned(warning)));
    }
    List<PlannedObject> changing = UndoExecution.changing(plan);
    ApplySummary summary =
        undo.carryOut(changing, histories, event -> print(event, problems, console));
    return new Left(left + summary.tally().failed() + summary.tally().notTried(), parts);
  }

  private UndoExecution execution(ExecutionOptions applied) {
    var options =
        applied
            .with(DryRun.NONE)
            .with(applied.fieldManager(), /* validation= */ "")
            .with(ApplyMethod.ClientSide.PATCHING);
    var replacement =
        new RecreateOptions(
                new DeletionOptions(Propagation.BACKGROUND, null, Duration.ZERO),
                context.console().temporaryDirectory())
            .ofUndo(/* taking= */ false);
    return new UndoExecution(
        cluster, options, replacement, new UndoPlanner(Decision.SKIP), cancellation);
  }

  private static void print(Event event, ProblemReporter problems, Console console) {
    if (event instanceof Event.Applied applied) {
      String what = applied.desired().key().subject() + " " + applied.outcome().word();
      console.err().printLine("taken back: " + what);
    } else {
      problems.accept(event);
    }
  }
}
