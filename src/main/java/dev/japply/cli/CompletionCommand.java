package dev.japply.cli;

import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply completion`.
final class CompletionCommand extends LocalCommand {
  CompletionCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "completion";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Print completion for bash, zsh, fish or PowerShell.")
        .customSynopsis("${ROOT-COMMAND-NAME} completion (bash | zsh | fish | powershell)")
        .footer(
            "  source <(${ROOT-COMMAND-NAME} completion bash)        in ~/.bashrc",
            "  source <(${ROOT-COMMAND-NAME} completion zsh)         in ~/.zshrc, after compinit",
            "  ${ROOT-COMMAND-NAME} completion fish | source         in"
                + " ~/.config/fish/config.fish",
            "  ${ROOT-COMMAND-NAME} completion powershell | Out-String | Invoke-Expression   in"
                + " $PROFILE");
  }

  @Override
  public List<String> arguments() {
    return Shell.names();
  }

  @Override
  public boolean readsProject() {
    return false;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw UsageException.of(global.command(), "Shell not specified: must be " + choice());
    }
    if (arguments.size() > 1) {
      throw UsageException.of(
          global.command(), "Too many arguments. Expected only the shell type: " + choice());
    }
    Shell shell =
        Shell.named(arguments.getFirst())
            .orElseThrow(() ->
                UsageException.of(
                    global.command(),
                    "Unsupported shell type \"%s\": must be %s"
                        .formatted(arguments.getFirst(), choice())));
    context.console().data().print(shell.completion(Manual.read()));
    return ExitCode.OK.status();
  }

  private static String choice() {
    return String.join(", ", Shell.names()).replaceFirst(", (?=[a-z]+$)", " or ");
  }
}
