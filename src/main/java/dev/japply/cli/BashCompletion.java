package dev.japply.cli;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Objects;
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
            [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
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
    List<FlagHelp> flags = all.stream().flatMap(command -> command.flags().stream()).toList();
    // Bash takes `--flag=value` for three words, and splits values at `:` and `@`, too.
    return """
    # Completion of japply for bash.

    # Requests the values of the word under the cursor from japply. Nothing in them is expanded.
    _japply_values() {
      local breaks=${COMP_WORDBREAKS//[^:=@]/} typed=$whole strip= value
      [[ $whole == --*=* ]] && typed=${whole#*=}
      [[ $breaks && $typed == *["$breaks"]* ]] && strip=${typed%%"${typed##*["$breaks"]}"}
      while IFS= read -r value; do
        [[ $value == "$typed"* ]] && COMPREPLY+=("${value#"$strip"}")
      done < <("$1" __complete "${before[@]:1}" "=$whole" </dev/null 2>/dev/null)
    }

    _japply() {
      local cur=$2 prev=$3 command= joined= flags= words= source= word
      local line=${COMP_LINE:0:COMP_POINT}
      local whole=${line##*[[:space:]]} before flag
      read -ra before <<<"${line%%"$whole"}"
      before=("${before[@]/#\\~\\//$HOME/}")
      COMPREPLY=()
      flag=${before[${#before[@]} - 1]}
      [[ $whole == --*=* ]] && flag=${whole%%%%=*}
      case "$flag" in
        %1$s)
          _japply_values "$1"
          return ;;
      esac
      if [[ ${COMP_WORDS[COMP_CWORD]} == "=" ]]; then
        cur= joined=yes
      elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]} joined=yes
      fi
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$command $word" in
          %2$s) command="$command $word" ;;
        esac
      done
      compopt +o filenames 2>/dev/null
      case "$command $prev" in
    %3$s  esac
      case "$command" in
    %4$s  esac
      if [[ $source == values || ($source == versions && $whole == *@*) ]] && [[ $whole != -* ]]; then
        _japply_values "$1"
      elif [[ $source && $cur != -* ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$cur"))
      else
        [[ $cur == -* ]] && words=$flags
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
      fi
    }
    complete -F _japply japply kubectl-japply
    """
        .formatted(
            flags.stream()
                .filter(flag -> flag.source().isPresent())
                .flatMap(flag -> flag.names().stream())
                .distinct()
                .sorted()
                .collect(joining(" | ")),
            all.stream().skip(1).map(command -> '"' + typed(command) + '"').collect(joining(" | ")),
            values(all),
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
          words="%s" source=%s
          flags="%s" ;;
    """
        .formatted(
            typed(command),
            String.join(" ", words(command)),
            source(command),
            command.flags().stream().flatMap(flag -> flag.names().stream()).collect(joining(" ")));
  }

  /// Returns the origin of arguments: japply, japply behind an `@`, files, or the words if empty.
  private static String source(CommandHelp command) {
    if (command.source().isPresent()) {
      return command.source().get() == ValueSource.PACKAGES ? "versions" : "values";
    }
    return words(command).isEmpty() ? "files" : "";
  }

  private static List<String> words(CommandHelp command) {
    return Stream.concat(
            command.commands().stream().map(CommandHelp::name), command.arguments().stream())
        .toList();
  }

  /// Returns the cases of flags with the same values, by the last words of a line.
  private static String values(List<CommandHelp> commands) {
    var forms = new TreeMap<String, TreeSet<String>>(); // of the same name, in different commands
    for (CommandHelp command : commands) {
      for (FlagHelp flag : valued(command)) {
        flag.names()
            .forEach(name -> forms.computeIfAbsent(name, none -> new TreeSet<>()).add(form(flag)));
      }
    }
    var cases = new TreeMap<String, TreeSet<String>>();
    for (CommandHelp command : commands) {
      for (FlagHelp flag : valued(command)) {
        for (String name : flag.names()) {
          boolean everywhere = Objects.requireNonNull(forms.get(name)).size() == 1;
          String line =
              everywhere ? "*\" " + name + "\"" : "\"" + typed(command) + " " + name + "\"";
          cases.computeIfAbsent(form(flag), none -> new TreeSet<>()).add(line);
        }
      }
    }
    return cases.entrySet().stream()
        .map(each -> each.getKey().replaceFirst("%s", String.join(" | ", each.getValue())))
        .collect(joining());
  }

  private static List<FlagHelp> valued(CommandHelp command) {
    return command.flags().stream().filter(flag -> flag.source().isEmpty()).toList();
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
