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

  /// Lines of one text that are replaced by lines of another: those from `oldStart` up to, not
  /// including, `oldEnd`, by those from `newStart` up to `newEnd`. Lines count from 0. One of the
  /// two runs may be empty, never both.
  record Edit(int oldStart, int oldEnd, int newStart, int newEnd) {}

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

  /// One side of a comparison: its lines as numbers, equal for equal lines, and which of them are
  /// marked as having no counterpart on the other side.
  private static final class DiffSide {
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

  /// The lines of one side that take no part in the search for a common subsequence. These are
  /// lines that the other side lacks, and, among such lines, lines so frequent there that a match
  /// would mean nothing.
  ///
  /// The thresholds are the same as in GNU diff, since they decide which of several equally short
  /// results is found.
  private static final class DiscardedLines {
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

    /// From an edge of the run on, keeps frequent lines until some lacking ones in a row are met,
    /// or the first one that is far enough inside.
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

  /// Finds a longest common subsequence in linear space: E. Myers, "An O(ND) Difference Algorithm
  /// and Its Variations", Algorithmica 1 (1986). Of several it finds the one that GNU diff finds:
  /// the diagonals are tried from the highest down, and the forward search moves first.
  ///
  /// A point (x, y) is before line x of the first sequence and line y of the second; its diagonal
  /// is x - y.
  private static final class ShortestEdit {
    /// Receives each line that has no counterpart.
    interface Marks {
      void first(int index);

      void second(int index);
    }

    private final int[] first;
    private final int[] second;
    private final Marks marks;

    /// The furthest x on each diagonal, forwards and backwards; diagonal d is at index d + origin.
    private final int[] forward;

    private final int[] backward;
    private final int origin;

    private ShortestEdit(int[] first, int[] second, Marks marks) {
      this.first = first;
      this.second = second;
      this.marks = marks;
      this.origin = second.length + 1;
      this.forward = new int[first.length + second.length + 3];
      this.backward = forward.clone();
    }

    /// Marks the lines of both sequences that a longest common subsequence leaves out.
    static void mark(int[] first, int[] second, Marks marks) {
      new ShortestEdit(first, second, marks).compare(new Box(0, first.length, 0, second.length));
    }

    /// The lines from `left` to `right` of the first sequence, `top` to `bottom` of the second.
    private record Box(int left, int right, int top, int bottom) {}

    private record Point(int x, int y) {}

    private void compare(Box whole) {
      Box box = trimmed(whole);
      if (box.left() == box.right()) {
        for (int y = box.top(); y < box.bottom(); y++) {
          marks.second(y);
        }
      } else if (box.top() == box.bottom()) {
        for (int x = box.left(); x < box.right(); x++) {
          marks.first(x);
        }
      } else {
        Point middle = new Search(box).run();
        compare(new Box(box.left(), middle.x(), box.top(), middle.y()));
        compare(new Box(middle.x(), box.right(), middle.y(), box.bottom()));
      }
    }

    private Box trimmed(Box box) {
      int left = box.left();
      int top = box.top();
      while (left < box.right() && top < box.bottom() && first[left] == second[top]) {
        left++;
        top++;
      }
      int right = box.right();
      int bottom = box.bottom();
      while (left < right && top < bottom && first[right - 1] == second[bottom - 1]) {
        right--;
        bottom--;
      }
      return new Box(left, right, top, bottom);
    }

    /// The diagonals, of those that cross the box, that a search has reached.
    private final class Band {
      private final int[] reach;
      private final Box box;
      private final int unreached;
      private int low;
      private int high;

      Band(int[] reach, Box box, Point start, int unreached) {
        this.reach = reach;
        this.box = box;
        this.unreached = unreached;
        this.low = start.x() - start.y();
        this.high = low;
        set(low, start.x());
      }

      /// Takes in the next diagonal on either side. At the edge of the box the band shrinks, since
      /// a step leads to every other diagonal only.
      void widen() {
        if (low > box.left() - box.bottom()) {
          set(--low - 1, unreached);
        } else {
          low++;
        }
        if (high < box.right() - box.top()) {
          set(++high + 1, unreached);
        } else {
          high--;
        }
      }

      boolean holds(int diagonal) {
        return low <= diagonal && diagonal <= high;
      }

      int get(int diagonal) {
        return reach[diagonal + origin];
      }

      void set(int diagonal, int x) {
        reach[diagonal + origin] = x;
      }
    }

    /// Searches a box from both ends alternately, for the point where the two searches meet.
    private final class Search {
      private final Box box;
      private final Band down;
      private final Band up;

      /// Whether the paths between the ends have an odd length: then they meet on a forward step.
      private final boolean odd;

      Search(Box box) {
        this.box = box;
        this.down = new Band(forward, box, new Point(box.left(), box.top()), -1);
        this.up = new Band(backward, box, new Point(box.right(), box.bottom()), Integer.MAX_VALUE);
        this.odd = ((down.low - up.low) & 1) != 0;
      }

      Point run() {
        while (true) {
          down.widen();
          for (int d = down.high; d >= down.low; d -= 2) {
            int x = stepDown(d);
            if (odd && up.holds(d) && up.get(d) <= x) {
              return new Point(x, x - d);
            }
          }
          up.widen();
          for (int d = up.high; d >= up.low; d -= 2) {
            int x = stepUp(d);
            if (!odd && down.holds(d) && x <= down.get(d)) {
              return new Point(x, x - d);
            }
          }
        }
      }

      private int stepDown(int d) {
        int x = Math.max(down.get(d - 1) + 1, down.get(d + 1));
        while (x < box.right() && x - d < box.bottom() && first[x] == second[x - d]) {
          x++;
        }
        down.set(d, x);
        return x;
      }

      private int stepUp(int d) {
        int x = Math.min(up.get(d - 1), up.get(d + 1) - 1);
        while (x > box.left() && x - d > box.top() && first[x - 1] == second[x - d - 1]) {
          x--;
        }
        up.set(d, x);
        return x;
      }
    }
  }
}
