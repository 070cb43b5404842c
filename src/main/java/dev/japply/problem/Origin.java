package dev.japply.problem;

/// A position in the user's input.
///
/// @param source the file's path as the user gave it, the URL, or `STDIN`; empty if the input is
///   not the cause
/// @param line starts at 1; 0 if only the source is known
/// @param column starts at 1; 0 if only the line is known
public record Origin(String source, int line, int column) {
  /// No position in the input.
  public static final Origin NONE = new Origin("", 0, 0);

  /// Returns the position of a source as a whole.
  public static Origin of(String source) {
    return new Origin(source, 0, 0);
  }

  /// Returns `source:line`, or the parts of it that are known.
  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line;
  }
}
