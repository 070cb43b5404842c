package dev.japply.cli.command;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.cli.context.UsageException;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.UpdateStrategyFlag;
import dev.japply.cli.run.PackageUpdateRequest;
import dev.japply.cli.run.PackageUpdateRun;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg update`: its flags, and the request that they make.
final class PackageUpdateCommand extends LocalCommand {
  UpdateStrategyFlag strategy = new UpdateStrategyFlag();

  @Override
  public String name() {
    return "update";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Update a package to another version of its upstream.")
        .description(
            "Without VERSION the one that the Kptfile names is fetched again. Either the whole"
                + " directory is updated, or nothing is.")
        .customSynopsis("${ROOT-COMMAND-NAME} pkg update [DIRECTORY][@VERSION] [FLAGS]")
        .footer(
            "  ${ROOT-COMMAND-NAME} pkg update",
            "  ${ROOT-COMMAND-NAME} pkg update app@v2",
            "  ${ROOT-COMMAND-NAME} pkg update app@main --strategy=fast-forward");
  }

  @Override
  public void declare(Flags flags) {
    strategy.declare(flags, "How to update; remembered in the Kptfile, which says so by default.");
    super.declare(flags);
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (arguments.size() > 1) {
      throw UsageException.extra(global.command(), arguments.subList(1, arguments.size()));
    }
    String argument = arguments.isEmpty() ? "" : arguments.getFirst();
    int at = argument.lastIndexOf('@');
    String directory = at < 0 ? argument : argument.substring(0, at);
    String version = at < 0 ? "" : argument.substring(at + 1);
    if (at >= 0 && version.isEmpty()) {
      throw UsageException.of(global.command(), "must specify a version behind @");
    }
    var request =
        new PackageUpdateRequest(PackageArgument.directory(directory), version, strategy.get());
    return new PackageUpdateRun(context, cancellation).run(request).status();
  }
}
