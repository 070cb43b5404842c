package dev.japply.cli;

import dev.japply.cli.flags.Command;
import java.util.List;
import java.util.stream.Stream;

/// A command line, and what the user's preferences add to it.
///
/// @param typed what is typed, or what an alias that is typed stands for
/// @param preferred flags as `--flag=value` that are not typed
record PreferredLine(GoFlags.Choice typed, List<String> preferred) {
  public PreferredLine {
    preferred = List.copyOf(preferred);
  }

  /// The command that is typed.
  Command command() {
    return typed.command().getCommand();
  }

  /// All of it.
  GoFlags.Choice choice() {
    return typed.preceded(preferred);
  }

  /// The same with flags of a project, which replace those of the preferences.
  GoFlags.Choice with(List<String> project) {
    Stream<String> left =
        preferred.stream()
            .filter(flag ->
                project.stream()
                    .noneMatch(other -> ProjectFlags.replaces(name(other), name(flag))));
    return typed.preceded(Stream.concat(left, project.stream()).toList());
  }

  private static String name(String flag) {
    return flag.substring(2, flag.indexOf('='));
  }
}
