package dev.japply.cli;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply kuberc`: the commands for the user's preferences.
final class KubercCommand extends LocalCommand {
  static final String NAME = "kuberc";

  KubercCommand(FlagSet set) {
    super(set);
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

  @Override
  public boolean readsProject() {
    return false;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    String names = String.join(", ", KubercGroup.NAMES);
    throw UsageException.of(
        global.command(),
        arguments.isEmpty()
            ? "must specify a command: " + names
            : "unknown command \"" + arguments.getFirst() + "\"; there are " + names);
  }
}
