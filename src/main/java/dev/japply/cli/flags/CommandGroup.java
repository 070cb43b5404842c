package dev.japply.cli.flags;

import java.util.List;

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

  /// Returns the names of the subcommands.
  List<String> names();

  /// Creates the subcommand with one of these names.
  ///
  /// @param set receives the flags of the subcommand
  Command command(String name, FlagSet set);

  /// Returns the subcommands of the subcommand with that name.
  default CommandGroup below(String name) {
    return NONE;
  }
}
