package dev.japply.cli;

import java.util.List;
import java.util.Optional;

/// The help of a command.
///
/// @param path the names of its parent commands and its own
/// @param header a summary in one sentence
/// @param synopsis the usage after its name; empty if it takes only flags
/// @param description further sentences
/// @param footer lines of examples; empty if there are none
/// @param flags its own flags before the global ones, grouped by section
/// @param arguments the words that it takes; empty if it takes none or arbitrary ones
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

  /// Returns the source of its arguments; empty if they do not depend on the user's environment.
  Optional<ValueSource> source() {
    return ValueSource.ofArguments(path.subList(1, path.size()));
  }

  public String name() {
    return path.getLast();
  }
}
