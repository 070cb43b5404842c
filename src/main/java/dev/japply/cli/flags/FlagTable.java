package dev.japply.cli.flags;

import dev.japply.report.WrappedText;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;

/// The help text of flags: names on the left, descriptions on the right.
final class FlagTable {
  private static final int INDENT = 29;

  private FlagTable() {}

  /// Returns the flags below their headings.
  static String text(Map<String, List<OptionSpec>> sections) {
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
}
