package dev.japply.report;

import java.util.ArrayList;
import java.util.List;

/// A text in lines. They are broken only at blanks, so that words such as `set-last-applied` stay
/// whole.
public final class WrappedText {
  /// The width of help in columns, which also fits small terminals.
  public static final int HELP_WIDTH = 80;

  private WrappedText() {}

  /// Returns the lines of `text` with at most `width` columns, unless a word is wider, without
  /// their indents.
  ///
  /// @param start the columns before the first line
  /// @param indent the indent of all other lines
  static List<String> hanging(String text, int start, String indent, int width) {
    List<String> first = of(" ".repeat(start).replace(' ', '.') + text, width);
    String begin = first.getFirst().substring(Math.min(start, first.getFirst().length()));
    String rest = String.join(" ", first.subList(1, first.size()));
    var lines = new ArrayList<String>(List.of(begin));
    lines.addAll(of(rest, width - indent.length()));
    return lines;
  }

  /// Returns the lines of `text` with at most `width` columns, unless a word is wider.
  public static List<String> of(String text, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (String word : text.strip().split(" +", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    if (!line.isEmpty()) {
      lines.add(line.toString());
    }
    return lines;
  }
}
