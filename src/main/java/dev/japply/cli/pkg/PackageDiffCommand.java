package dev.japply.cli.pkg;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg diff`: its flags and the versions that it compares.
final class PackageDiffCommand extends LocalCommand {
  private final Flag<PackageDiffRun.Type> type =
      flags
          .section("Comparison")
          .add("--type")
          .label("local|remote|combined|3way")
          .help(
              "Local edits; the changes of an update; local files against upstream's; or local"
                  + " edits, then the changes.")
          .value("local", PackageDiffCommand::type);
  private final ReportFlags report = new ReportFlags(flags.section("Output"), "", false);

  PackageDiffCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "diff";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show local edits of a package, or changes upstream.")
        .description(
            "Lines with - are from the older version, lines with + from the newer one. Values of"
                + " Secrets are masked. Exits with 0, or with 1 after an error.")
        .customSynopsis("${ROOT-COMMAND-NAME} pkg diff [DIRECTORY][@VERSION] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} pkg diff app",
            "  ${ROOT-COMMAND-NAME} pkg diff app@v2 --type=remote");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    PackageArgument argument = PackageArgument.parse(global.command(), arguments);
    return new PackageDiffRun(context, cancellation)
        .run(argument.directory(), argument.version(), type.get(), report.targetsOfPackage())
        .status();
  }

  private static PackageDiffRun.Type type(String type) {
    return switch (type) {
      case "local" -> PackageDiffRun.Type.LOCAL;
      case "remote" -> PackageDiffRun.Type.REMOTE;
      case "combined" -> PackageDiffRun.Type.COMBINED;
      case "3way" -> PackageDiffRun.Type.THREE_WAY;
      default ->
          throw new UsageException(
              "invalid --type value \"" + type + "\"; must be local, remote, combined or 3way");
    };
  }
}
