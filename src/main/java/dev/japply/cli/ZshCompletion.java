package dev.japply.cli;

import static java.util.stream.Collectors.joining;

import java.util.List;

/// Completion for zsh.
final class ZshCompletion {
  private final StringBuilder functions = new StringBuilder();

  private ZshCompletion() {}

  static String of(CommandHelp root) {
    var zsh = new ZshCompletion();
    zsh.command(root);
    return """
    #compdef japply kubectl-japply
    # Completion of japply for zsh.
    %s
    if [ "$funcstack[1]" = "_japply" ]; then
      _japply "$@"
    else
      compdef _japply japply kubectl-japply
    fi
    """
        .formatted(zsh.functions);
  }

  private static String function(CommandHelp command) {
    return "_" + String.join("_", command.path()).replace('-', '_');
  }

  private void command(CommandHelp command) {
    functions.append(command.commands().isEmpty() ? leaf(command) : branch(command));
    command.commands().forEach(this::command);
  }

  private static String leaf(CommandHelp command) {
    return """

    %s() {
      _arguments -s \\
    %s    %s
    }
    """
        .formatted(function(command), flags(command.flags()), arguments(command));
  }

  private static String arguments(CommandHelp command) {
    return command.arguments().isEmpty()
        ? "'*: :_files'"
        : "'1: :(" + String.join(" ", command.arguments()) + ")'";
  }

  private static String branch(CommandHelp command) {
    return """

    %s() {
      local state line
      local -a commands=(
    %s  )
      _arguments -s -C \\
    %s    '1: :->command' '*:: :->rest'
      case $state in
        command) _describe command commands ;;
        rest)
          case $line[1] in
    %s      esac ;;
      esac
    }
    """
        .formatted(
            function(command),
            command.commands().stream()
                .map(below -> "    " + quoted(below.name() + ":" + below.header()) + "\n")
                .collect(joining()),
            flags(command.flags()),
            command.commands().stream()
                .map(below -> "        " + below.name() + ") " + function(below) + " ;;\n")
                .collect(joining()));
  }

  private static String flags(List<FlagHelp> flags) {
    return flags.stream()
        .flatMap(flag -> flag.names().stream().map(name -> spec(flag, name)))
        .map(spec -> "    " + quoted(spec) + " \\\n")
        .collect(joining());
  }

  private static String spec(FlagHelp flag, String name) {
    boolean full = name.startsWith("--");
    String form = full ? (flag.bare() ? "=-" : "=") : (flag.bare() ? "" : "+");
    String value = !full && flag.bare() ? "" : (flag.bare() ? "::" : ":") + values(flag);
    return "*" + name + form + "[" + masked(flag.description()) + "]" + value;
  }

  private static String values(FlagHelp flag) {
    String action =
        flag.takesFiles()
            ? "_files"
            : flag.values().isEmpty() ? " " : "(" + String.join(" ", flag.values()) + ")";
    return masked(flag.label()) + ":" + action;
  }

  private static String masked(String text) {
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
