package dev.japply.report;

import dev.japply.problem.TerminalText;
import java.io.PrintWriter;
import java.util.List;

/// A stream of messages for people. All messages pass through it. [TerminalText] escapes text from
/// other sources, so that it can neither control the terminal nor forge a line.
public record MessageWriter(PrintWriter out) {
  private static final String PLAIN = "\u001b[0m";
  private static final String INDENT = "  ";

  /// Prints one line and flushes.
  public void printLine(String text) {
    printSafe(TerminalText.line(text));
  }

  /// Prints one line whose start is coloured.
  ///
  /// @param colour the escape sequence of the colour; empty if there is none
  void printLine(String colour, String start, String text) {
    String shown = TerminalText.line(start);
    printSafe((colour.isEmpty() ? shown : colour + shown + PLAIN) + TerminalText.line(text));
  }

  /// Prints a message whose start is coloured, in lines of at most `width` columns. All lines but
  /// the first are indented.
  ///
  /// @param colour the escape sequence of the colour; empty if there is none
  void printWrapped(String colour, String start, String text, int width) {
    List<String> lines =
        width == Integer.MAX_VALUE || start.length() + text.length() <= width
            ? List.of(text)
            : WrappedText.hanging(TerminalText.line(text), start.length(), INDENT, width);
    printLine(colour, start, lines.getFirst());
    lines.stream().skip(1).forEach(line -> printLine(INDENT + line));
  }

  /// Prints a message in lines of at most `width` columns. All lines but the first are indented.
  public void printWrapped(String text, int width) {
    printWrapped("", "", text, width);
  }

  /// Prints one line and, from its end on, a text that may go over several.
  void printLines(String start, String text) {
    printSafe(TerminalText.line(start) + TerminalText.lines(text));
  }

  /// Prints lines, which have their ends.
  public void print(String lines) {
    out.print(TerminalText.lines(lines));
  }

  public void print(StyledText text, boolean coloured) {
    out.print(text.text(coloured));
  }

  /// Prints a diff, which has its line ends.
  public void printDiff(String unified, boolean coloured) {
    String safe = TerminalText.lines(unified);
    out.print(coloured ? DiffColours.of(safe) : safe);
  }

  public void flush() {
    out.flush();
  }

  private void printSafe(String safe) {
    out.print(safe + "\n");
    out.flush();
  }

  /// The colours of `diff --color` on unified text.
  static final class DiffColours {
    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[31m";
    private static final String GREEN = "\u001b[32m";
    private static final String CYAN = "\u001b[36m";
    private static final String PLAIN = "\u001b[0m";

    private DiffColours() {}

    /// Returns the `unified` diff of one pair of files with coloured lines.
    static String of(String unified) {
      var text = new StringBuilder();
      boolean inHunk = false;
      int start = 0;
      while (start < unified.length()) {
        int end = unified.indexOf('\n', start);
        String line = unified.substring(start, end);
        inHunk |= line.startsWith("@@");
        String colour = inHunk ? inHunk(line) : BOLD;
        text.append(colour).append(line).append(colour.isEmpty() ? "" : PLAIN).append('\n');
        start = end + 1;
      }
      return text.toString();
    }

    private static String inHunk(String line) {
      return switch (line.charAt(0)) {
        case '@' -> CYAN;
        case '-' -> RED;
        case '+' -> GREEN;
        default -> "";
      };
    }
  }
}
