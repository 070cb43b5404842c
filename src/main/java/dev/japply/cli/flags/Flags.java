package dev.japply.cli.flags;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Adds flags to a command, in the order of its help text.
///
/// @param sections where they stand in help texts
/// @param section the heading above those that are added
/// @param global whether these are flags of all commands
public record Flags(CommandSpec command, FlagSections sections, String section, boolean global) {

  /// Adds flags of its own to a command.
  public static Flags of(CommandSpec command) {
    return new Flags(command, new FlagSections(), "Flags", false);
  }

  /// The same, below another heading.
  public Flags section(String heading) {
    return new Flags(command, sections, heading, global);
  }

  /// The same, for flags of all commands.
  Flags ofAll() {
    return new Flags(command, sections, section, true);
  }

  /// Adds one, as soon as it is said where its value goes.
  ///
  /// @param names its names, the long one last
  public Flag add(String... names) {
    return new Flag(this::add, names);
  }

  private void add(OptionSpec option) {
    command.addOption(option);
    sections.add(section, global, option);
  }
}
