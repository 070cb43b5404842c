package dev.japply.cli.pkg;

import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.GroupCommand;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg`: the commands for packages from git.
public final class PackageCommand extends GroupCommand {
  public PackageCommand(FlagSet set) {
    super(set, PackageGroup.NAMES);
  }

  @Override
  public String name() {
    return "pkg";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Get packages from git; update them and keep your edits.")
        .footer(
            "  ${ROOT-COMMAND-NAME} pkg get https://github.com/org/repo.git/app@v1",
            "  ${ROOT-COMMAND-NAME} pkg status app",
            "  ${ROOT-COMMAND-NAME} pkg diff app",
            "  ${ROOT-COMMAND-NAME} pkg update app@v2");
  }
}
