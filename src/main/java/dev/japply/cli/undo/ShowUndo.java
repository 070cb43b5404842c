package dev.japply.cli.undo;

import dev.japply.cli.flags.BlockFlags.Blocks;
import dev.japply.cli.flags.CommandContext;
import dev.japply.diff.Secrets;
import dev.japply.plan.RecordedWrite;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.RecordedWrite.Outcome;
import dev.japply.plan.UndoPlanner;
import dev.japply.plan.UndoPlanner.Decision;
import dev.japply.plan.UndoPlanner.Undone;
import dev.japply.plan.file.PlanEntries.BuiltinTypes;
import dev.japply.plan.file.UndoFile;
import dev.japply.problem.ExitCode;
import dev.japply.problem.TerminalText;
import dev.japply.report.PlanJson;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// Prints what an undo file takes back from the objects as the run has left them. Values of Secrets
/// are masked.
public record ShowUndo(CommandContext context) {

  public ExitCode show(UndoFile file, boolean json, Blocks blocks) {
    var types = new BuiltinTypes();
    var planner = new UndoPlanner(Decision.SKIP);
    var plan = new ArrayList<Undone>();
    for (History history : file.histories()) {
      MapValue end = history.end() instanceof MapValue there ? there : null;
      plan.add(planner.plan(history, end, types.find(history.gvk())));
    }
    if (json) {
      context.console().data().print(PlanJson.undone(file, plan));
      context.console().data().flush();
      return ExitCode.OK;
    }
    var made = file.made();
    String head =
        "Undo file of %s %s for %s%s"
            .formatted(
                made.run(),
                made.created(),
                made.target().server(),
                file.ended() ? "" : ", of a run that was cut off");
    context.console().out().print(TerminalText.line(head) + "\n");
    var text = blocks.text(context, context.console().terminals().out());
    context
        .console()
        .out()
        .print(text.undone(UndoRun.entries(plan, Secrets.MASKED)), context.console().colours());
    for (Undone each : plan) {
      each.explanation()
          .warnings()
          .forEach(warning -> context.console().out().printLine("# " + warning));
    }
    List<RecordedWrite> open =
        file.writes().stream().filter(write -> write.outcome() == Outcome.MAYBE).toList();
    for (RecordedWrite write : open) {
      context
          .console()
          .out()
          .printLine("# " + write.key().subject() + ": the outcome of a write is not known");
    }
    context.console().out().flush();
    return ExitCode.OK;
  }
}
