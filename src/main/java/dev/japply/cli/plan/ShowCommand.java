package dev.japply.cli.plan;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply show` and its flags.
public final class ShowCommand extends LocalCommand {
  private final Flag<Boolean> json = OutputFlags.textOrJson(flags);
  private final Flag<Boolean> wide = flags.wide();
  private final ReportFlags reports = new ReportFlags(flags, "", false);

  public ShowCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "show";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show a plan, or the effect of an undo file.")
        .description("Needs no cluster. Refuses an edited plan.")
        .customSynopsis("${ROOT-COMMAND-NAME} show FILE [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} show plan.json",
            "  ${ROOT-COMMAND-NAME} show release.undo",
            "  ${ROOT-COMMAND-NAME} show plan.json -o json",
            "  ${ROOT-COMMAND-NAME} show plan.json --report=html=plan.html");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw UsageException.of(global.command(), "must specify the file of a plan or of an undo");
    }
    checkCount(arguments, 1);
    boolean asJson = json.get();
    return new ShowRun(context, cancellation)
        .run(Path.of(arguments.getFirst()), asJson, wide.get(), reports.targets(asJson))
        .status();
  }
}
