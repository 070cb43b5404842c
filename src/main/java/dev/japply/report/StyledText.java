package dev.japply.report;

import dev.japply.problem.TerminalText;
import java.util.ArrayList;
import java.util.List;

/// Lines for people, whose starts can have colours. No line contains characters that control a
/// terminal.
public final class StyledText {
  private static final String PLAIN = "\u001b[0m";

  private final List<Line> lines = new ArrayList<>();

  /// The meaning of the start of a line.
  enum Style {
    PLAIN(""),
    NEW("\u001b[32m"),
    GONE("\u001b[31m"),
    CHANGED("\u001b[33m"),
    REPLACED("\u001b[35m"),
    OTHER("\u001b[36m"),
    QUIET("\u001b[2m");

    private final String colour;

    Style(String colour) {
      this.colour = colour;
    }
  }

  private record Line(Style style, String start, String rest) {}

  /// Adds a line in one colour.
  void line(Style style, String text) {
    lines.add(new Line(style, TerminalText.line(text), ""));
  }

  /// Adds a line that starts with a sign in a colour.
  ///
  /// @param sign blanks and the sign, which need no escape
  void line(Style style, String sign, String rest) {
    lines.add(new Line(style, sign, TerminalText.line(rest)));
  }

  void addAll(StyledText other) {
    lines.addAll(other.lines);
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /// Returns the text, with line ends.
  public String text(boolean coloured) {
    var text = new StringBuilder();
    for (Line line : lines) {
      boolean plain = !coloured || line.style() == Style.PLAIN;
      text.append(plain ? "" : line.style().colour)
          .append(line.start())
          .append(plain ? "" : PLAIN)
          .append(line.rest())
          .append('\n');
    }
    return text.toString();
  }
}
