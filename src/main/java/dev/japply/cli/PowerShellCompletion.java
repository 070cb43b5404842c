package dev.japply.cli;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.Stream;

/// Completion for PowerShell. Where it finds nothing, PowerShell itself completes files.
final class PowerShellCompletion {
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
