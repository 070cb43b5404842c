package dev.japply.cli.flags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;

/// The flags of a command in sections: its own, which its help shows, and the global ones, which
/// `japply options` shows.
public final class FlagSections {
  private final Map<String, List<OptionSpec>> own = new LinkedHashMap<>();
  private final Map<String, List<OptionSpec>> global = new LinkedHashMap<>();
  private final List<OptionSpec> usual = new ArrayList<>();
  private final List<OptionSpec> connecting = new ArrayList<>();

  void add(HelpEntry entry, OptionSpec option) {
    if (option.hidden()) {
      return;
    }
    (entry.global() ? global : own)
        .computeIfAbsent(entry.section(), none -> new ArrayList<>())
        .add(option);
    if (!entry.rare()) {
      (entry.global() ? connecting : usual).add(option);
    }
  }

  /// Returns all flags by section, the global ones last.
  public Map<String, List<OptionSpec>> all() {
    var all = new LinkedHashMap<>(own);
    all.putAll(global);
    return all;
  }

  /// Returns the number of flags that only the complete help contains.
  public int rare() {
    return own.values().stream().mapToInt(List::size).sum() - usual.size();
  }

  /// Returns the text with the flags for daily use.
  ///
  /// @param connects whether the command connects to a cluster
  public String usual(boolean connects) {
    var shown = new ArrayList<>(usual);
    if (connects) {
      shown.addAll(connecting);
    }
    return shown.isEmpty() ? "" : FlagTable.text(Map.of("Flags", shown));
  }

  /// Returns the text with all flags of the command, except for global ones.
  public String complete() {
    return FlagTable.text(own);
  }

  public String global() {
    return FlagTable.text(global);
  }
}
