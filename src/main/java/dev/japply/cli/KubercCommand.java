package dev.japply.cli;

import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.GroupCommand;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply kuberc`: the commands for the user's preferences.
final class KubercCommand extends GroupCommand {
  static final String NAME = "kuberc";

  KubercCommand(FlagSet set) {
    super(set, KubercGroup.NAMES);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show and change the user's preferences.")
        .footer(
            "  ${ROOT-COMMAND-NAME} kuberc view",
            "  ${ROOT-COMMAND-NAME} kuberc set --section defaults --command apply --option"
                + " server-side=true");
  }
}
