package dev.japply.problem;

/// The place in the user's input that something came from.
///
/// @param source the file's path as the user gave it, the URL, or `STDIN`; empty when the input is
///   not at fault
/// @param line from 1; 0 when only the source is known
/// @param column from 1; 0 when only the line is known
public record Origin(String source, int line, int column) {
  /// No place in the input.
  public static final Origin NONE = new Origin("", 0, 0);

  /// A source as a whole.
  public static Origin of(String source) {
    return new Origin(source, 0, 0);
  }

  /// `source:line`, as far as known.
  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line;
  }
}
