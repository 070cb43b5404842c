package dev.japply.cli.command;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.cli.context.Console;
import dev.japply.live.rest.Version;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply version`.
public final class VersionCommand extends LocalCommand {
  @Override
  public String name() {
    return "version";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage.header("Print the version.");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return print(context.console());
  }

  /// Prints the version.
  public static int print(Console console) {
    console.out().printLine("japply " + Version.TEXT);
    return ExitCode.OK.status();
  }
}
