package dev.japply.cli.flags;

import java.util.List;

/// The commands below a command. None is made before it is chosen.
public interface CommandGroup {
  /// The group of a command that has no commands below it.
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

  /// The names of its commands.
  List<String> names();

  /// The command that has one of these names.
  ///
  /// @param set takes the flags of that command
  Command command(String name, FlagSet set);

  /// The commands below the command of that name.
  default CommandGroup below(String name) {
    return NONE;
  }
}
