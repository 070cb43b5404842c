package dev.japply.cli.pkg;

import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.io.Cancellation;
import dev.japply.kpt.UpdateStrategy;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg update`: its flags, and the request that they make.
final class PackageUpdateCommand extends LocalCommand {
  private final Flag<Optional<UpdateStrategy>> strategy =
      PackageMergeFlags.strategy(
          flags.section("Update"),
          "The strategy of this and later updates; by default the strategy of the Kptfile.");
  private final Flag<Boolean> comments =
      PackageMergeFlags.comments(
          flags.section("Update"),
          "Write the comment # kpt-merge: NAMESPACE/NAME into each object of upstream, which"
              + " identifies it after a rename, in this and later updates; by default the choice"
              + " in the Kptfile.");
  private final PackageMergeFlags merge = new PackageMergeFlags(flags.section("Update"));
  private final Flag<Boolean> dryRun =
      flags
          .section("Update")
          .add("--dry-run")
          .help("Write nothing: show the changes of files, and the conflicts.")
          .bool(false);
  private final Flag<Boolean> requireClean =
      flags
          .section("Update")
          .add("--require-clean")
          .help("Refuse to update a package in a git repository with uncommitted edits.")
          .bool(true);
  private final Flag<Boolean> continues =
      flags
          .section("Update")
          .add("--continue")
          .help("Finish an interrupted update. Files that were edited since are conflicts.")
          .bool(false);
  private final ReportFlags report = new ReportFlags(flags.section("Output"), "", false);

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
            "Without VERSION, fetches the version of the Kptfile again. Keeps locally edited"
                + " values. Updates the whole directory or nothing; --continue or the same command"
                + " finishes an interrupted update.",
            "Exits with 0, with 3 after a conflict, or with 1 after an error.")
        .customSynopsis("${ROOT-COMMAND-NAME} pkg update [DIRECTORY][@VERSION] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} pkg update",
            "  ${ROOT-COMMAND-NAME} pkg update app@v2",
            "  ${ROOT-COMMAND-NAME} pkg update app@main --strategy=fast-forward",
            "  ${ROOT-COMMAND-NAME} pkg update app --continue");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    PackageArgument argument = PackageArgument.parse(global.command(), arguments);
    return new PackageUpdateRun(
            context,
            cancellation,
            argument.directory(),
            argument.version(),
            strategy.get().orElse(null),
            comments.isGiven() ? Optional.of(comments.get()) : Optional.empty(),
            merge.read(global, context.console(), cancellation),
            dryRun.get(),
            requireClean.get(),
            continues.get(),
            report.targetsOfPackage())
        .run()
        .status();
  }
}
