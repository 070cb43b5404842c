package dev.japply.cli;

import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.FlagSet.FlagSections;
import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply options`.
final class OptionsCommand extends LocalCommand {
  OptionsCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "options";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage.header("Print the flags of all commands.");
  }

  @Override
  public boolean readsProject() {
    return false;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 0);
    FlagSections sections = Commands.described(List.of(name())).flags().sections();
    context
        .console()
        .data()
        .print("The following options can be passed to any command:\n" + sections.global());
    return ExitCode.OK.status();
  }
}
