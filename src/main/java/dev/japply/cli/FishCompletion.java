package dev.japply.cli;

import static java.util.stream.Collectors.joining;

import java.util.Optional;

/// Completion for fish.
final class FishCompletion {
  private static final String FUNCTIONS =
      """
      # Completion of japply for fish.

      # Requests the values of the word under the cursor from japply.
      function __japply_values
        set -l words (commandline -opc | string replace -r '^~/' "$HOME/")
        set -l current (commandline -ct)
        command $words[1] __complete $words[2..] "=$current" </dev/null 2>/dev/null
      end

      # The directories of packages, or behind an @ their versions.
      function __japply_versions
        if string match -q '*@*' -- (commandline -ct)
          __japply_values
        else
          __fish_complete_directories (commandline -ct)
        end
      end

      """;

  private final StringBuilder text = new StringBuilder(FUNCTIONS);

  private FishCompletion() {}

  static String of(CommandHelp root) {
    var fish = new FishCompletion();
    fish.add("-f");
    root.flags().forEach(flag -> fish.flag("", flag));
    for (CommandHelp command : root.commands()) {
      fish.command("-n __fish_use_subcommand ", command);
      fish.rest("", command, root);
    }
    return fish.text.append("complete -c kubectl-japply -w japply\n").toString();
  }

  /// Adds completions after the name of a command.
  ///
  /// @param above the condition for its parent commands
  private void rest(String above, CommandHelp command, CommandHelp root) {
    String seen = above + "__fish_seen_subcommand_from " + command.name();
    String condition = "-n " + quoted(seen) + " ";
    command.flags().stream()
        .filter(flag -> !root.flags().contains(flag))
        .forEach(flag -> flag(condition, flag));
    arguments(command).ifPresent(values -> add(condition + values));
    for (CommandHelp below : command.commands()) {
      command(condition, below);
      rest(seen + "; and ", below, root);
    }
  }

  private static Optional<String> arguments(CommandHelp command) {
    if (!command.arguments().isEmpty()) {
      return Optional.of("-a " + quoted(String.join(" ", command.arguments())));
    }
    if (command.source().isPresent()) {
      boolean versions = command.source().get() == ValueSource.PACKAGES;
      return Optional.of("-a '(" + (versions ? "__japply_versions" : "__japply_values") + ")'");
    }
    return command.commands().isEmpty() ? Optional.of("-F") : Optional.empty();
  }

  private void command(String condition, CommandHelp command) {
    add(condition + "-a " + command.name() + " -d " + quoted(command.header()));
  }

  private void flag(String condition, FlagHelp flag) {
    String names =
        flag.names().stream()
            .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.charAt(1))
            .collect(joining(" "));
    add(condition + names + value(flag) + " -d " + quoted(flag.description()));
  }

  private static String value(FlagHelp flag) {
    if (flag.takesFiles()) {
      return " -r -F";
    }
    if (flag.source().isPresent()) {
      return " -x -a '(__japply_values)'";
    }
    String values = flag.values().isEmpty() ? "" : " -a " + quoted(String.join(" ", flag.values()));
    return flag.bare() ? values : " -x" + values;
  }

  private void add(String rest) {
    text.append("complete -c japply ").append(rest).append('\n');
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
