package dev.japply.cli.command;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.cli.context.UsageException;
import dev.japply.cli.run.PackageStatusRun;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg status`.
final class PackageStatusCommand extends LocalCommand {
  @Override
  public String name() {
    return "status";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show where a package comes from, what is new there, and what was edited here.")
        .customSynopsis("${ROOT-COMMAND-NAME} pkg status [DIRECTORY] [FLAGS]")
        .footer("  ${ROOT-COMMAND-NAME} pkg status app");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (arguments.size() > 1) {
      throw UsageException.extra(global.command(), arguments.subList(1, arguments.size()));
    }
    String directory = arguments.isEmpty() ? "" : arguments.getFirst();
    return new PackageStatusRun(context, cancellation)
        .run(PackageArgument.directory(directory))
        .status();
  }
}
