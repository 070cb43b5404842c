package dev.japply.diff;

/// Finds a longest common subsequence in linear space: E. Myers, "An O(ND) Difference Algorithm and
/// Its Variations", Algorithmica 1 (1986). Of several it finds the one that GNU diff finds: the
/// diagonals are tried from the highest down, and the forward search moves first.
///
/// A point (x, y) is before line x of the first sequence and line y of the second; its diagonal is
/// x - y.
final class ShortestEdit {
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

    /// Takes in the next diagonal on either side. At the edge of the box the band shrinks, since a
    /// step leads to every other diagonal only.
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
