package dev.japply.cli.undo;

import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cli.flags.BlockFlags;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.DryRunFlag;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.PlanningFlags.ForbidSetting;
import dev.japply.cli.flags.RecreateFlags;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.UndoFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.flags.WaitFlags;
import dev.japply.cli.run.PlannedOutput;
import dev.japply.io.Cancellation;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.UndoPlanner.Decision;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply undo`: its flags.
public final class UndoCommand extends Command {
  private final Flag<Boolean> yes =
      flags.section("Undo").add("-y", "--yes").help("Do not prompt before writing.").bool(false);
  private final Flag<Boolean> skip =
      flags
          .section("Undo")
          .add("--skip-changed")
          .help("Leave fields and objects as they are that were changed since the run.")
          .bool(false);
  private final Flag<Boolean> take =
      flags
          .section("Undo")
          .add("--take")
          .help("Take fields and objects back, too, that were changed since the run.")
          .bool(false);
  private final DryRunFlag dryRun = new DryRunFlag(flags.section("Undo"));
  private final Flag<String> fieldManager =
      flags
          .section("Undo")
          .fieldManager("The name that the server records as the owner of restored fields.");
  private final Flag<Integer> concurrency =
      flags.section("Undo").concurrency("The number of objects to change in parallel.");
  private final UndoFlags undoing = new UndoFlags(flags.section("Undo"), false);
  private final RecreateFlags replacing = new RecreateFlags(flags.where(false), false);
  private final WaitFlags waiting = new WaitFlags(flags.section("Waiting"), true);
  private final OutputFlags output = new OutputFlags(flags.section("Output"));
  private final BlockFlags blocks = new BlockFlags(flags.section("Output"));
  private final ReportFlags reports =
      new ReportFlags(flags.section("Output"), "the plan and the reports", true);

  public UndoCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "undo";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Take an apply back, from its undo file.")
        .description(
            "Gives the fields that the run changed their previous values, deletes the objects that"
                + " it created, and creates deleted ones again. Changes of others stay. If a field"
                + " was changed since, nothing is taken back.",
            "Shows the plan and prompts. Without a terminal it needs --yes.")
        .customSynopsis("${ROOT-COMMAND-NAME} undo FILE [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} apply -f app.yaml --undo-file app.undo",
            "  ${ROOT-COMMAND-NAME} undo app.undo --dry-run=server",
            "  ${ROOT-COMMAND-NAME} undo app.undo --yes");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return undo(context, cancellation, arguments).run().status();
  }

  private UndoRun undo(CommandContext context, Cancellation cancellation, List<String> arguments) {
    Console console = context.console();
    if (arguments.isEmpty()) {
      throw UsageException.of(global.command(), "must specify an undo file");
    }
    checkCount(arguments, 1);
    if (skip.get() && take.get()) {
      throw new UsageException("--skip-changed and --take cannot be used together");
    }
    if (waiting.isRanked()) {
      throw new UsageException("--wait-ranks cannot be used with undo");
    }
    int most = positive(concurrency);
    DryRun dry = dryRun.read(console);
    var planning =
        new PlanOptions(global.compatibility(console), true)
            .forbidding(ForbidSetting.read(global, context));
    var options =
        ExecutionOptions.of(planning)
            .with(dry)
            .with(fieldManager.get(), /* validation= */ "")
            .with(new Schedule(Order.DEPENDENCIES, most));
    return new UndoRun(
        context,
        cancellation,
        Path.of(arguments.getFirst()),
        global.merging(true),
        options,
        replacing.replacement(console).ofUndo(take.get()),
        skip.get() ? Decision.SKIP : take.get() ? Decision.TAKE : Decision.REFUSE,
        yes.get() || dry != DryRun.NONE,
        undoing.recording(dry).orElse(null),
        waiting.afterwards(dry != DryRun.NONE, /* between= */ false).orElse(null),
        PlannedOutput.of(global, output, blocks, reports));
  }
}
