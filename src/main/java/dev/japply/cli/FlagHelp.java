package dev.japply.cli;

import java.util.List;
import java.util.Optional;

/// The help of a flag.
///
/// @param section its heading in help texts
/// @param names its names, short ones first: `-n` before `--namespace`
/// @param label placeholder for its value, or all values separated by `|`
/// @param description its effect and default, in a few sentences
/// @param bare whether the value is optional
/// @param candidates usual values or their beginnings; empty if there are none
public record FlagHelp(
    String section,
    List<String> names,
    String label,
    String description,
    boolean bare,
    List<String> candidates) {
  public FlagHelp {
    names = List.copyOf(names);
    candidates = List.copyOf(candidates);
  }

  /// Returns the values that it takes; empty if they are not enumerated.
  List<String> values() {
    if (!candidates.isEmpty()) {
      return candidates;
    }
    if (label.equals("BOOL")) {
      return List.of("true", "false");
    }
    return label.contains("|") ? List.of(label.split("\\|", -1)) : List.of();
  }

  /// Returns the source of its values; empty if they do not depend on the user's environment.
  Optional<ValueSource> source() {
    return ValueSource.ofFlag(names.getLast());
  }

  /// Whether its values are files or directories.
  boolean takesFiles() {
    return label.startsWith("FILE") || label.startsWith("DIR");
  }
}
