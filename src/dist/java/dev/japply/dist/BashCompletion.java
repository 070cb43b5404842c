package dev.japply.dist;

import static java.util.stream.Collectors.joining;

import dev.japply.cli.Manual.Command;
import dev.japply.cli.Manual.Flag;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Completion for bash, which knows no more than words.
final class BashCompletion {
  /// What is the same for all programs. Bash takes `--flag=value` for three words.
  private static final String FRAME =
      """
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
      """;

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

  /// Values of flags that may stand without one are joined to them.
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
  private static final String COMMAND =
      """
          "%s")
            words="%s"
            flags="%s" ;;
      """;

  private BashCompletion() {}

  static String of(Command root) {
    List<Command> all = withAllBelow(root).toList();
    return FRAME.formatted(
        all.stream().skip(1).map(command -> '"' + typed(command) + '"').collect(joining(" | ")),
        values(all.stream().flatMap(command -> command.flags().stream()).toList()),
        all.stream().map(BashCompletion::command).collect(joining()));
  }

  private static Stream<Command> withAllBelow(Command command) {
    return Stream.concat(
        Stream.of(command), command.commands().stream().flatMap(BashCompletion::withAllBelow));
  }

  /// Its words after `japply`, with a blank before each.
  private static String typed(Command command) {
    return command.path().stream().skip(1).map(name -> " " + name).collect(joining());
  }

  private static String command(Command command) {
    return COMMAND.formatted(
        typed(command),
        command.commands().stream().map(Command::name).collect(joining(" ")),
        command.flags().stream().flatMap(flag -> flag.names().stream()).collect(joining(" ")));
  }

  private static String values(List<Flag> flags) {
    var cases = new TreeMap<String, TreeSet<String>>();
    for (Flag flag : flags) {
      cases.computeIfAbsent(form(flag), form -> new TreeSet<>()).addAll(flag.names());
    }
    return cases.entrySet().stream()
        .map(each -> each.getKey().replaceFirst("%s", String.join(" | ", each.getValue())))
        .collect(joining());
  }

  private static String form(Flag flag) {
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
