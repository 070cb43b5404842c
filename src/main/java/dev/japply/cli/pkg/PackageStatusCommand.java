package dev.japply.cli.pkg;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg status`.
final class PackageStatusCommand extends LocalCommand {
  PackageStatusCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "status";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show the upstream of a package, its newer versions, and local edits.")
        .customSynopsis("${ROOT-COMMAND-NAME} pkg status [DIRECTORY] [flags]")
        .footer("  ${ROOT-COMMAND-NAME} pkg status app");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    PackageArgument argument = PackageArgument.parse(global.command(), arguments);
    if (!argument.version().isEmpty()) {
      throw UsageException.of(global.command(), "must not specify a version");
    }
    return new PackageStatusRun(context, cancellation).run(argument.directory()).status();
  }
}
