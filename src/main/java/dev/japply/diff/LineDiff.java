package dev.japply.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Computes the line edits between two texts, as GNU diff chooses them: equal ends are cut off,
/// lines that confuse are set aside, a shortest edit is found, and its runs are moved together.
final class LineDiff {
  private final DiffSide before;
  private final DiffSide after;
  private final int skipped;

  private LineDiff(DiffSide before, DiffSide after, int skipped) {
    this.before = before;
    this.after = after;
    this.skipped = skipped;
  }

  /// The edits that make `after` of `before`, in their order.
  ///
  /// @param context number of equal lines around an edit; an edit slides no further
  static List<Edit> between(List<String> before, List<String> after, int context) {
    int most = Math.min(before.size(), after.size());
    int top = 0;
    while (top < most && before.get(top).equals(after.get(top))) {
      top++;
    }
    int skipped = Math.max(0, top - context);
    int end = 0;
    while (end < most - skipped
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    int cut = Math.max(0, end - context);
    var numbers = new HashMap<String, Integer>();
    var first = numbered(before.subList(skipped, before.size() - cut), numbers);
    var second = numbered(after.subList(skipped, after.size() - cut), numbers);
    return new LineDiff(first, second, skipped).edits(numbers.size());
  }

  private static DiffSide numbered(List<String> lines, Map<String, Integer> numbers) {
    int[] numbered = new int[lines.size()];
    for (int i = 0; i < numbered.length; i++) {
      numbered[i] = numbers.computeIfAbsent(lines.get(i), key -> numbers.size());
    }
    return new DiffSide(numbered);
  }

  private List<Edit> edits(int numbers) {
    int[] first = searched(before, after.counts(numbers));
    int[] second = searched(after, before.counts(numbers));
    ShortestEdit.mark(lines(before, first), lines(after, second), new Marker(first, second));
    HunkShift.slide(before, after);
    HunkShift.slide(after, before);
    return collected();
  }

  /// The indices of the lines that are not set aside; the others are marked.
  private static int[] searched(DiffSide side, int[] counts) {
    boolean[] aside = DiscardedLines.of(side, counts);
    int[] kept = new int[side.size()];
    int size = 0;
    for (int i = 0; i < aside.length; i++) {
      if (aside[i]) {
        side.mark(i);
      } else {
        kept[size++] = i;
      }
    }
    return Arrays.copyOf(kept, size);
  }

  private static int[] lines(DiffSide side, int[] indices) {
    int[] lines = new int[indices.length];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = side.line(indices[i]);
    }
    return lines;
  }

  /// Marks lines by their index among those that were searched.
  private final class Marker implements ShortestEdit.Marks {
    private final int[] firsts;
    private final int[] seconds;

    Marker(int[] firsts, int[] seconds) {
      this.firsts = firsts;
      this.seconds = seconds;
    }

    @Override
    public void first(int index) {
      before.mark(firsts[index]);
    }

    @Override
    public void second(int index) {
      after.mark(seconds[index]);
    }
  }

  private List<Edit> collected() {
    var edits = new ArrayList<Edit>();
    int x = 0;
    int y = 0;
    while (x < before.size() || y < after.size()) {
      int left = x;
      int top = y;
      while (before.marked(x)) {
        x++;
      }
      while (after.marked(y)) {
        y++;
      }
      if (x > left || y > top) {
        edits.add(new Edit(left + skipped, x + skipped, top + skipped, y + skipped));
      } else {
        x++;
        y++;
      }
    }
    return edits;
  }

  /// Slides runs of marked lines to the position of GNU diff, where several positions have the same
  /// meaning. A run joins another run if possible. Else it faces a run of the other side if there
  /// is one. Else it goes down to the last possible position.
  private static final class HunkShift {
    private final DiffSide side;
    private final DiffSide other;

    /// The run is from `start` to `end`; `match` is the line of the other side that `end` faces.
    private int start;

    private int end;
    private int match;

    private HunkShift(DiffSide side, DiffSide other) {
      this.side = side;
      this.other = other;
    }

    /// Slides the runs of `side`; the runs of `other` stay.
    static void slide(DiffSide side, DiffSide other) {
      var runs = new HunkShift(side, other);
      while (runs.next()) {
        runs.settle();
      }
    }

    /// Goes to the next run, if there is one.
    private boolean next() {
      while (end < side.size() && !side.marked(end)) {
        skipOther();
        match++;
        end++;
      }
      if (end == side.size()) {
        return false;
      }
      start = end;
      skipMarked();
      skipOther();
      return true;
    }

    private void settle() {
      int facing;
      int length;
      do {
        length = end - start;
        slideUp();
        facing = slideDown(other.marked(match - 1) ? end : side.size());
      } while (length != end - start);
      while (facing < end) {
        up();
      }
    }

    private void slideUp() {
      while (start > 0 && side.line(start - 1) == side.line(end - 1)) {
        up();
        while (side.marked(start - 1)) {
          start--;
        }
      }
    }

    private void up() {
      side.mark(--start);
      side.unmark(--end);
      match--;
      while (other.marked(match)) {
        match--;
      }
    }

    /// @param facing the last end of the run that faced a run of the other side
    /// @return the same, afterwards
    private int slideDown(int facing) {
      int last = facing;
      while (end < side.size() && side.line(start) == side.line(end)) {
        side.unmark(start++);
        side.mark(end++);
        skipMarked();
        match++;
        while (other.marked(match)) {
          last = end;
          match++;
        }
      }
      return last;
    }

    private void skipMarked() {
      while (side.marked(end)) {
        end++;
      }
    }

    private void skipOther() {
      while (other.marked(match)) {
        match++;
      }
    }
  }
}
