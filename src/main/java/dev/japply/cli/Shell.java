package dev.japply.cli;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A shell that can complete japply's commands and flags.
public enum Shell {
  BASH,
  ZSH,
  FISH,
  POWERSHELL;

  /// The shell of that name; empty when there is none such.
  static Optional<Shell> named(String name) {
    return Arrays.stream(values()).filter(shell -> shell.command().equals(name)).findFirst();
  }

  /// The names of all shells.
  public static List<String> names() {
    return Arrays.stream(values()).map(Shell::command).toList();
  }

  private String command() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String completion(CommandHelp japply) {
    return switch (this) {
      case BASH -> BashCompletion.of(japply);
      case ZSH -> ZshCompletion.of(japply);
      case FISH -> FishCompletion.of(japply);
      case POWERSHELL -> PowerShellCompletion.of(japply);
    };
  }

  /// Completion for fish.
  private static final class FishCompletion {
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
              .map(name ->
                  name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.charAt(1))
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
      String values =
          flag.values().isEmpty() ? "" : " -a " + quoted(String.join(" ", flag.values()));
      return flag.bare() ? values : " -x" + values;
    }

    private void add(String rest) {
      text.append("complete -c japply ").append(rest).append('\n');
    }

    private static String quoted(String text) {
      return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
  }

  /// Completion for PowerShell. Where it finds nothing, PowerShell itself completes files.
  private static final class PowerShellCompletion {
    private PowerShellCompletion() {}

    static String of(CommandHelp root) {
      List<CommandHelp> all = withAllBelow(root).toList();
      return """
      # Completion of japply for PowerShell.
      Register-ArgumentCompleter -Native -CommandName japply, kubectl-japply -ScriptBlock {
        param($wordToComplete, $commandAst, $cursorPosition)
        $commands = @{
      %1$s  }
        $dynamic = @(%2$s)
        $words = @($commandAst.CommandElements |
          Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
          ForEach-Object { $_.Extent.Text })
        $current = @($commandAst.CommandElements |
          Where-Object { $_.Extent.StartOffset -lt $cursorPosition -and
            $_.Extent.EndOffset -ge $cursorPosition } |
          ForEach-Object { $_.Extent.Text }) + '' | Select-Object -First 1
        $path = ''
        foreach ($word in $words | Select-Object -Skip 1) {
          if ($commands.ContainsKey("$path $word")) { $path = "$path $word" }
        }
        $command = $commands[$path]
        $flag = $words[-1]
        $before = ''
        $start = $current
        if ($current -match '^(--[^=]+)=(.*)$') {
          $flag = $Matches[1]
          $before = "$flag="
          $start = $Matches[2]
        }
        # Requests the values of the word under the cursor from japply.
        $request = {
          $arguments = @('__complete') + @($words | Select-Object -Skip 1) + "=$current"
          & $words[0] @arguments 2>$null
        }
        $found = if ($dynamic -ccontains $flag) { & $request }
          elseif ($command.values.ContainsKey($flag)) { $command.values[$flag] }
          elseif ($before -and $command.joined.ContainsKey($flag)) { $command.joined[$flag] }
          elseif ($before -or $command.unknown -ccontains $flag) { }
          elseif ($current -like '-*') { $command.flags }
          elseif ($command.source -eq 'values') { & $request }
          elseif ($command.source -eq 'versions' -and $current -like '*@*') { & $request }
          else { $command.words }
        $found | Where-Object { $_ -and $_.StartsWith($start) } | ForEach-Object {
          [System.Management.Automation.CompletionResult]::new("$before$_", $_, 'ParameterValue', $_)
        }
      }
      """
          .formatted(
              all.stream().map(PowerShellCompletion::command).collect(joining()),
              list(
                  names(
                      all.stream()
                          .flatMap(command -> command.flags().stream())
                          .filter(flag -> flag.source().isPresent()))));
    }

    private static Stream<CommandHelp> withAllBelow(CommandHelp command) {
      return Stream.concat(
          Stream.of(command),
          command.commands().stream().flatMap(PowerShellCompletion::withAllBelow));
    }

    private static String command(CommandHelp command) {
      Stream<String> words =
          Stream.concat(
              command.commands().stream().map(CommandHelp::name), command.arguments().stream());
      String source =
          command
              .source()
              .map(found -> found == ValueSource.PACKAGES ? "versions" : "values")
              .orElse("");
      List<FlagHelp> flags =
          command.flags().stream().filter(flag -> flag.source().isEmpty()).toList();
      return """
          '%s' = @{
            words = @(%s)
            source = '%s'
            flags = @(%s)
            values = @{%s}
            joined = @{%s}
            unknown = @(%s)
          }
      """
          .formatted(
              command.path().stream().skip(1).map(name -> " " + name).collect(joining()),
              list(words),
              source,
              list(names(command.flags().stream())),
              values(flags.stream().filter(flag -> !flag.bare())),
              values(flags.stream().filter(FlagHelp::bare)),
              list(names(flags.stream().filter(flag -> !flag.bare() && flag.values().isEmpty()))));
    }

    /// Returns the values of each flag that has some.
    private static String values(Stream<FlagHelp> flags) {
      return flags
          .filter(flag -> !flag.values().isEmpty())
          .flatMap(flag ->
              flag.names().stream()
                  .map(name -> "'%s' = @(%s)".formatted(name, list(flag.values().stream()))))
          .collect(joining("; "));
    }

    private static Stream<String> names(Stream<FlagHelp> flags) {
      return flags.flatMap(flag -> flag.names().stream()).distinct();
    }

    private static String list(Stream<String> words) {
      return words.map(word -> "'" + word.replace("'", "''") + "'").collect(joining(", "));
    }
  }
}
