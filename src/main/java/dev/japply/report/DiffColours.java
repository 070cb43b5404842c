package dev.japply.report;

/// The colours of `diff --color` on unified text.
final class DiffColours {
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
