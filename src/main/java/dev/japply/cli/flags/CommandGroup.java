package dev.japply.cli.flags;

import java.util.List;
import java.util.Map;

/// The subcommands of a command. A subcommand is created only if it is selected.
public interface CommandGroup {
  /// The group of a command without subcommands.
  CommandGroup NONE =
      new CommandGroup() {
        @Override
        public List<String> names() {
          return List.of();
        }

        @Override
        public Command command(String name, FlagSet set) {
          throw new IllegalArgumentException(name);
        }
      };

  List<String> names();

  /// Returns the names in groups with headings, as help lists them.
  default Map<String, List<String>> groups() {
    return Map.of("Commands", names());
  }

  /// Returns another name of the subcommand, which help lists with the name; empty if there is
  /// none.
  default String alias(String name) {
    return "";
  }

  /// Creates the subcommand with one of these names.
  ///
  /// @param set receives the flags of the subcommand
  Command command(String name, FlagSet set);

  default CommandGroup below(String name) {
    return NONE;
  }
}
