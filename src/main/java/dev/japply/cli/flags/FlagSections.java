package dev.japply.cli.flags;

import dev.japply.report.WrappedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;

/// The flags of a command in sections: its own, which its help shows, and the global ones, which
/// `japply options` shows.
public final class FlagSections {
  private static final int INDENT = 29;

  private final Map<String, List<OptionSpec>> own = new LinkedHashMap<>();
  private final Map<String, List<OptionSpec>> global = new LinkedHashMap<>();
  private final List<OptionSpec> usual = new ArrayList<>();
  private final List<OptionSpec> connecting = new ArrayList<>();

  void add(HelpPosition entry, OptionSpec option) {
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
    return shown.isEmpty() ? "" : text(Map.of("Flags", shown));
  }

  /// Returns the text with all flags of the command, except for global ones.
  public String complete() {
    return text(own);
  }

  public String global() {
    return text(global);
  }

  /// Returns the flags below their headings.
  private static String text(Map<String, List<OptionSpec>> sections) {
    var text = new StringBuilder();
    sections.forEach((heading, options) -> {
      text.append('\n').append(heading).append(":\n");
      options.forEach(option -> add(text, option));
    });
    return text.toString();
  }

  private static void add(StringBuilder text, OptionSpec option) {
    String names = names(option);
    String description = String.join(" ", option.description()).replace("$${", "${");
    List<String> lines = WrappedText.of(description, WrappedText.HELP_WIDTH - INDENT);
    text.append(names);
    int width = names.length();
    if (width >= INDENT && !lines.isEmpty()) {
      text.append('\n');
      width = 0;
    }
    for (String line : lines) {
      text.append(" ".repeat(INDENT - width)).append(line).append('\n');
      width = 0;
    }
    if (lines.isEmpty()) {
      text.append('\n');
    }
  }

  /// Returns ` -f, --filename=FILE,...`. A boolean needs no value.
  private static String names(OptionSpec option) {
    String longest = option.longestName();
    String first = option.shortestName();
    String before = first.equals(longest) ? "    " : first + ", ";
    String label = option.paramLabel().equals("BOOL") ? "" : "=" + option.paramLabel();
    return "  " + before + longest + label;
  }

  /// The place of a flag in help texts.
  ///
  /// @param global whether all commands have the flag
  /// @param rare whether only complete texts contain it
  record HelpPosition(String section, boolean global, boolean rare) {}
}
