package dev.japply.cli;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.io.Cancellation;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply` without a command: prints the help.
final class RootCommand extends LocalCommand {
  RootCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "japply";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Applies Kubernetes manifests: one three-way merge, one PATCH per object.")
        .footer(
            "  ${ROOT-COMMAND-NAME} diff -f manifests/        changes that an apply would make",
            "  ${ROOT-COMMAND-NAME} apply -f manifests/       apply each manifest of a directory",
            "  ${ROOT-COMMAND-NAME} why deployment web        the owner of each live field",
            "  ${ROOT-COMMAND-NAME} merge --config new.yaml --last-applied old.yaml --live"
                + " live.yaml");
  }

  @Override
  public boolean readsProject() {
    return false;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return 0;
  }
}
