package dev.japply.diff;

/// Slides runs of marked lines to the position of GNU diff, where several positions have the same
/// meaning. A run joins another run if possible. Else it faces a run of the other side if there is
/// one. Else it goes down to the last possible position.
final class HunkShift {
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
