package dev.japply.cli.flags;

import dev.japply.apply.Schedule;
import dev.japply.object.LabelSelector;
import dev.japply.object.ManagedFields;

/// Adds flags to a command, in the order of its help.
///
/// @param section the heading of the added flags
/// @param global whether the flags are global
/// @param declared whether the command has the flags; otherwise, they keep their defaults
public record Flags(FlagSet set, String section, boolean global, boolean declared) {

  /// Creates an instance that adds the command's own flags.
  static Flags of(FlagSet set) {
    return new Flags(set, "Flags", false, true);
  }

  public Flags section(String heading) {
    return new Flags(set, heading, global, declared);
  }

  Flags ofAll() {
    return new Flags(set, section, true, declared);
  }

  /// Returns this instance if the command has the flags; otherwise, one whose flags keep their
  /// defaults.
  public Flags where(boolean has) {
    return new Flags(set, section, global, declared && has);
  }

  /// Starts a new flag; setting its type adds it.
  ///
  /// @param names the names, the long one last
  public FlagBuilder add(String... names) {
    return new FlagBuilder(this, names);
  }

  public Flag<LabelSelector> selector(String help) {
    return add("-l", "--selector").label("SELECTOR").help(help).value("", GoValues::selector);
  }

  /// Adds `--selector` with the help of commands that select among the objects of the input.
  public Flag<LabelSelector> selector() {
    return selector("Only objects whose labels match: a=b, a!=b, a in (b,c), a notin (b), a, !a.");
  }

  /// Adds `--out`, the file to write.
  ///
  /// @param content the noun for the content of the file
  public Flag<String> out(String content) {
    return add("--out")
        .label("FILE")
        .help("Write the " + content + " to this file, and replace an existing one.")
        .text("");
  }

  public Flag<Boolean> wide() {
    return add("--wide")
        .rare()
        .help("Print each field of a table on one line, whatever the width of the terminal.")
        .bool(false);
  }

  public Flag<Integer> concurrency(String help) {
    return add("--concurrency").rare().label("N").help(help).number(Schedule.USUAL_CONCURRENCY);
  }

  /// Adds `--field-manager`, with the default of a client-side apply.
  public Flag<String> fieldManager(String help) {
    return addFieldManager(help).text(ManagedFields.CLIENT_SIDE);
  }

  /// Adds `--field-manager`, which is empty if it is not given.
  ///
  /// @param usual the default in the help
  public Flag<String> fieldManager(String help, String usual) {
    return addFieldManager(help).byDefault(usual).text("");
  }

  private FlagBuilder addFieldManager(String help) {
    return add("--field-manager").rare().label("NAME").help(help);
  }
}
