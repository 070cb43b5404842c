package dev.japply.cli.flags;

import picocli.CommandLine.Model.CommandSpec;

/// Adds flags to a command, in the order of its help text.
public record Flags(CommandSpec command) {

  /// Adds one, as soon as it is said where its value goes.
  ///
  /// @param names its names, the long one last
  public Flag add(String... names) {
    return new Flag(command, names);
  }
}
