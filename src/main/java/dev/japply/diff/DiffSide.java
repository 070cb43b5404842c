package dev.japply.diff;

/// One side of a comparison: its lines as numbers, equal for equal lines, and which of them are
/// marked as having no counterpart on the other side.
final class DiffSide {
  private final int[] lines;
  private final boolean[] marked;

  DiffSide(int[] lines) {
    this.lines = lines.clone();
    this.marked = new boolean[lines.length];
  }

  int size() {
    return lines.length;
  }

  int line(int index) {
    return lines[index];
  }

  /// Whether that line is marked; there are none before the first and after the last.
  boolean marked(int index) {
    return index >= 0 && index < marked.length && marked[index];
  }

  void mark(int index) {
    marked[index] = true;
  }

  void unmark(int index) {
    marked[index] = false;
  }

  /// Counts the occurrences of each number below `numbers` among the lines.
  int[] counts(int numbers) {
    int[] counts = new int[numbers];
    for (int line : lines) {
      counts[line]++;
    }
    return counts;
  }
}
