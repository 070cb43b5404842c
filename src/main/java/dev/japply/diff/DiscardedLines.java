package dev.japply.diff;

/// The lines of one side that take no part in the search for a common subsequence. These are lines
/// that the other side lacks, and, among such lines, lines so frequent there that a match would
/// mean nothing.
///
/// The thresholds are the same as in GNU diff, since they decide which of several equally short
/// results is found.
final class DiscardedLines {
  private enum Mark {
    /// Takes part.
    KEPT,
    /// The other side lacks it.
    LACKING,
    /// Occurs too often on the other side; set aside if its neighbours are.
    FREQUENT
  }

  private static final int OFTEN = 5;
  private static final int LINES_PER_STEP = 64;
  private static final int NEAR_EDGE = 8;
  private static final int FIRM = 3;

  private final Mark[] marks;

  private DiscardedLines(Mark[] marks) {
    this.marks = marks;
  }

  /// Marks the lines of `side` that are set aside.
  ///
  /// @param counts number of occurrences of each line on the other side
  static boolean[] of(DiffSide side, int[] counts) {
    var lines = new DiscardedLines(firstMarks(side, counts));
    lines.settle();
    boolean[] aside = new boolean[side.size()];
    for (int i = 0; i < aside.length; i++) {
      aside[i] = lines.marks[i] != Mark.KEPT;
    }
    return aside;
  }

  private static Mark[] firstMarks(DiffSide side, int[] counts) {
    int often = OFTEN * roughRoot(side.size() / LINES_PER_STEP);
    Mark[] marks = new Mark[side.size()];
    for (int i = 0; i < marks.length; i++) {
      int count = counts[side.line(i)];
      marks[i] = count == 0 ? Mark.LACKING : count > often ? Mark.FREQUENT : Mark.KEPT;
    }
    return marks;
  }

  /// A power of two near the square root of `number`; 1 for 0.
  private static int roughRoot(int number) {
    int root = 1;
    for (int rest = number >> 2; rest > 0; rest >>= 2) {
      root <<= 1;
    }
    return root;
  }

  /// Frequent lines are only set aside within runs that begin and end with lacking ones.
  private void settle() {
    int at = 0;
    while (at < marks.length) {
      if (marks[at] == Mark.LACKING) {
        int end = endOfRun(at);
        thin(at, end);
        at = end;
      } else {
        marks[at++] = Mark.KEPT;
      }
    }
  }

  /// The end of the run that starts at `start`; frequent lines that would end it are kept.
  private int endOfRun(int start) {
    int end = start;
    while (end < marks.length && marks[end] != Mark.KEPT) {
      end++;
    }
    while (marks[end - 1] == Mark.FREQUENT) {
      marks[--end] = Mark.KEPT;
    }
    return end;
  }

  private void thin(int start, int end) {
    int length = end - start;
    int frequent = 0;
    for (int i = start; i < end; i++) {
      frequent += marks[i] == Mark.FREQUENT ? 1 : 0;
    }
    if (frequent * 4 > length) {
      keepFrequent(start, end);
      return;
    }
    keepLongSubruns(start, end, roughRoot(length >> 2) + 1);
    keepNearEdge(start, length, 1);
    keepNearEdge(end - 1, length, -1);
  }

  private void keepFrequent(int start, int end) {
    for (int i = start; i < end; i++) {
      if (marks[i] == Mark.FREQUENT) {
        marks[i] = Mark.KEPT;
      }
    }
  }

  /// Keeps runs of at least `least` frequent lines.
  private void keepLongSubruns(int start, int end, int least) {
    int at = start;
    while (at < end) {
      int first = at;
      while (at < end && marks[at] == Mark.FREQUENT) {
        at++;
      }
      if (at - first >= least) {
        keepFrequent(first, at);
      }
      at = Math.max(at, first + 1);
    }
  }

  /// From an edge of the run on, keeps frequent lines until some lacking ones in a row are met, or
  /// the first one that is far enough inside.
  private void keepNearEdge(int edge, int length, int step) {
    int firm = 0;
    for (int i = 0; i < length && firm < FIRM; i++) {
      int at = edge + i * step;
      switch (marks[at]) {
        case LACKING -> {
          if (i >= NEAR_EDGE) {
            return;
          }
          firm++;
        }
        case FREQUENT -> {
          marks[at] = Mark.KEPT;
          firm = 0;
        }
        case KEPT -> firm = 0;
      }
    }
  }
}
