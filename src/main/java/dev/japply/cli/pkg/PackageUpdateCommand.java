package dev.japply.cli.pkg;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.io.Cancellation;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg update`: its flags, and the request that they make.
final class PackageUpdateCommand extends LocalCommand {
  private final UpdateStrategyFlag strategy =
      new UpdateStrategyFlag(
          flags.section("How to update"),
          "How to update; remembered in the Kptfile, which says so by default.");
  private final PackageMergeFlags merge = new PackageMergeFlags(flags.section("How to update"));
  private final Flag<Boolean> dryRun =
      flags
          .section("How to update")
          .add("--dry-run")
          .help("Write nothing: show what would change in the files, and the conflicts.")
          .bool(false);
  private final Flag<Boolean> requireClean =
      flags
          .section("How to update")
          .add("--require-clean")
          .help("Refuse to update a package with changes that are not committed.")
          .bool(false);
  private final PackageReportFlag report = new PackageReportFlag(flags.section("Output"));

  PackageUpdateCommand(FlagSet set) {
    super(set);
  }

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
                + " directory is updated, or nothing is.",
            "Exits with 0, with 3 when something was changed both upstream and here, or with 1"
                + " after an error.")
        .customSynopsis("${ROOT-COMMAND-NAME} pkg update [DIRECTORY][@VERSION] [FLAGS]")
        .footer(
            "  ${ROOT-COMMAND-NAME} pkg update",
            "  ${ROOT-COMMAND-NAME} pkg update app@v2",
            "  ${ROOT-COMMAND-NAME} pkg update app@main --strategy=fast-forward");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    PackageArgument argument = PackageArgument.parse(global.command(), arguments);
    var request =
        new PackageUpdateRequest(
            argument.directory(),
            argument.version(),
            strategy.get(),
            merge.read(global, context.console(), cancellation),
            dryRun.get(),
            requireClean.get(),
            report.targets());
    return new PackageUpdateRun(context, cancellation).run(request).status();
  }
}
