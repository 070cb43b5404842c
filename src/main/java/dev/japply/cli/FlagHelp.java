package dev.japply.cli;

import java.util.List;

/// The help of a flag.
///
/// @param section the heading that it stands below in help texts
/// @param names `-n` before `--namespace`
/// @param label what stands for its value; `|` stands between the values when those are all
/// @param description what it does, and its default, in a few sentences
/// @param bare whether it may stand without a value
public record FlagHelp(
    String section, List<String> names, String label, String description, boolean bare) {
  public FlagHelp {
    names = List.copyOf(names);
  }

  /// The values that it takes; empty when there are too many to tell.
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
