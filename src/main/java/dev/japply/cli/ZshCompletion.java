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

    # Requests the values of the word under the cursor from japply.
    _japply_values() {
      local -a values
      local -a typed=("${(@Q)japply_words}")
      typed=("${(@)typed/#\\~\\//$HOME/}")
      values=("${(@f)$("$typed[1]" __complete "${(@)typed[2,-2]}" "=$typed[-1]" \\
        </dev/null 2>/dev/null)}")
      values=("${(@)values:#}")
      (( $#values )) && compadd -a values
    }

    # The directories of packages, or behind an @ their versions.
    _japply_versions() {
      if [[ $japply_words[-1] == *@* ]]; then _japply_values; else _files -/; fi
    }
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
    if (command.source().isPresent()) {
      boolean versions = command.source().get() == ValueSource.PACKAGES;
      return versions ? "'*: :_japply_versions'" : "'*: :_japply_values'";
    }
    return command.arguments().isEmpty()
        ? "'*: :_files'"
        : "'1: :(" + String.join(" ", command.arguments()) + ")'";
  }

  private static String branch(CommandHelp command) {
    return """

    %s() {
      local state line
    %s  local -a commands=(
    %s  )
      _arguments -s -C -A '-*' \\
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
            command.path().size() > 1
                ? ""
                : "  local -a japply_words=(\"${(@)words[1,CURRENT]}\")\n",
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
            : flag.source().isPresent()
                ? "_japply_values"
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
