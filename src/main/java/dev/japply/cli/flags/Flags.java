package dev.japply.cli.flags;

/// Adds flags to a command, in the order of its help text.
///
/// @param section the heading above those that are added
/// @param global whether these are flags of all commands
/// @param declared whether the command has them; else they keep their defaults
public record Flags(FlagSet set, String section, boolean global, boolean declared) {

  /// Adds flags of its own to a command.
  static Flags of(FlagSet set) {
    return new Flags(set, "Flags", false, true);
  }

  /// The same, below another heading.
  public Flags section(String heading) {
    return new Flags(set, heading, global, declared);
  }

  /// The same, for flags of all commands.
  Flags ofAll() {
    return new Flags(set, section, true, declared);
  }

  /// The same if the command has the flags; else flags that keep their defaults.
  public Flags where(boolean has) {
    return new Flags(set, section, global, declared && has);
  }

  /// Adds one, as soon as its type is known.
  ///
  /// @param names its names, the long one last
  public FlagBuilder add(String... names) {
    return new FlagBuilder(this, names);
  }
}
