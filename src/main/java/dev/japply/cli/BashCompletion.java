package dev.japply.cli;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Completion for bash, which completes words without descriptions.
final class BashCompletion {
  private static final String FILES =
      """
          %s)
            compopt -o filenames 2>/dev/null
            COMPREPLY=($(compgen -f -- "$cur"))
            return ;;
      """;
  private static final String VALUES =
      """
          %s)
            COMPREPLY=($(compgen -W "%s" -- "$cur"))
            return ;;
      """;

  /// Values of flags that may have none are joined to them.
  private static final String JOINED_VALUES =
      """
          %s)
            if [[ $joined ]]; then
              COMPREPLY=($(compgen -W "%s" -- "$cur"))
              return
            fi ;;
      """;

  private static final String UNKNOWN_VALUE =
      """
          %s)
            return ;;
      """;

  private BashCompletion() {}

  static String of(CommandHelp root) {
    List<CommandHelp> all = withAllBelow(root).toList();
    // Bash takes `--flag=value` for three words.
    return """
    # Completion of japply for bash.
    _japply() {
      local cur=$2 prev=$3 command= joined= flags= words= word
      if [[ $cur == "=" ]]; then
        cur= joined=yes
      elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]} joined=yes
      fi
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$command $word" in
          %1$s) command="$command $word" ;;
        esac
      done
      compopt +o filenames 2>/dev/null
      case "$prev" in
    %2$s  esac
      case "$command" in
    %3$s  esac
      [[ $cur == -* ]] && words=$flags
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
    }
    complete -F _japply japply kubectl-japply
    """
        .formatted(
            all.stream().skip(1).map(command -> '"' + typed(command) + '"').collect(joining(" | ")),
            values(all.stream().flatMap(command -> command.flags().stream()).toList()),
            all.stream().map(BashCompletion::command).collect(joining()));
  }

  private static Stream<CommandHelp> withAllBelow(CommandHelp command) {
    return Stream.concat(
        Stream.of(command), command.commands().stream().flatMap(BashCompletion::withAllBelow));
  }

  /// Its words after `japply`, with a blank before each.
  private static String typed(CommandHelp command) {
    return command.path().stream().skip(1).map(name -> " " + name).collect(joining());
  }

  private static String command(CommandHelp command) {
    return """
        "%s")
          words="%s"
          flags="%s" ;;
    """
        .formatted(
            typed(command),
            String.join(" ", words(command)),
            command.flags().stream().flatMap(flag -> flag.names().stream()).collect(joining(" ")));
  }

  private static List<String> words(CommandHelp command) {
    return Stream.concat(
            command.commands().stream().map(CommandHelp::name), command.arguments().stream())
        .toList();
  }

  private static String values(List<FlagHelp> flags) {
    var cases = new TreeMap<String, TreeSet<String>>();
    for (FlagHelp flag : flags) {
      cases.computeIfAbsent(form(flag), form -> new TreeSet<>()).addAll(flag.names());
    }
    return cases.entrySet().stream()
        .map(each -> each.getKey().replaceFirst("%s", String.join(" | ", each.getValue())))
        .collect(joining());
  }

  private static String form(FlagHelp flag) {
    if (flag.takesFiles()) {
      return FILES;
    }
    if (flag.values().isEmpty()) {
      return flag.bare() ? JOINED_VALUES.formatted("%s", "") : UNKNOWN_VALUE;
    }
    String values = String.join(" ", flag.values());
    return (flag.bare() ? JOINED_VALUES : VALUES).formatted("%s", values);
  }
}
