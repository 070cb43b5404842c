package dev.japply.cli;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

  /// A shell that can complete japply's commands and flags.
  private enum Shell {
    BASH,
    ZSH,
    FISH,
    POWERSHELL;

    /// The shell of that name; empty when there is none such.
    static Optional<Shell> named(String name) {
      return Arrays.stream(values()).filter(shell -> shell.command().equals(name)).findFirst();
    }

    /// The names of all shells.
    static List<String> names() {
      return Arrays.stream(values()).map(Shell::command).toList();
    }

    private String command() {
      return name().toLowerCase(Locale.ROOT);
    }

    String completion(CommandHelp japply) {
      return switch (this) {
        case BASH -> BashCompletion.of(japply);
        case ZSH -> ZshCompletion.of(japply);
        case FISH -> FishCompletion.of(japply);
        case POWERSHELL -> PowerShellCompletion.of(japply);
      };
    }
  }
}
