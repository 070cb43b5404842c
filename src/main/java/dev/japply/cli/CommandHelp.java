package dev.japply.cli;

import java.util.List;

/// The help of a command.
///
/// @param path its name after those of the commands above it
/// @param header what it does, in a sentence
/// @param synopsis what is typed after its name; empty when its flags say it all
/// @param description more sentences on what it does
/// @param footer lines of examples; empty when there are none
/// @param flags its own before those of all commands, each section together
/// @param arguments the words that it takes; empty when it takes none, or others
/// @param commands those below it
public record CommandHelp(
    List<String> path,
    String header,
    String synopsis,
    String description,
    List<String> footer,
    List<FlagHelp> flags,
    List<String> arguments,
    List<CommandHelp> commands) {
  public CommandHelp {
    path = List.copyOf(path);
    footer = List.copyOf(footer);
    flags = List.copyOf(flags);
    arguments = List.copyOf(arguments);
    commands = List.copyOf(commands);
  }

  /// Its own name.
  public String name() {
    return path.getLast();
  }
}
