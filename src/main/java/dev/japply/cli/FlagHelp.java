package dev.japply.cli;

import java.util.List;

/// The help of a flag.
///
/// @param section its heading in help texts
/// @param names its names, short ones first: `-n` before `--namespace`
/// @param label placeholder for its value, or all values separated by `|`
/// @param description its effect and default, in a few sentences
/// @param bare whether the value is optional
public record FlagHelp(
    String section, List<String> names, String label, String description, boolean bare) {
  public FlagHelp {
    names = List.copyOf(names);
  }

  /// Returns the values that it takes; empty if they are not enumerated.
  List<String> values() {
    if (label.equals("BOOL")) {
      return List.of("true", "false");
    }
    return label.contains("|") ? List.of(label.split("\\|", -1)) : List.of();
  }

  /// Whether its values are files or directories.
  boolean takesFiles() {
    return label.startsWith("FILE") || label.startsWith("DIR");
  }
}
