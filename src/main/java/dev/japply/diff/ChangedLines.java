package dev.japply.diff;

import dev.japply.diff.LineDiff.Edit;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The lines of a file that an edit changed: removed lines of the old file, and added lines of the
/// new one. Indentation does not count.
public final class ChangedLines {
  private final List<String> before;
  private final List<String> after;
  private final BitSet gone = new BitSet();
  private final BitSet added = new BitSet();

  /// The lines in `gone` and in `added` that do not replace a line with the same key.
  private final BitSet goneKeys = new BitSet();

  private final BitSet addedKeys = new BitSet();

  private ChangedLines(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
  }

  /// Compares two versions of a file; one that does not exist has no lines.
  public static ChangedLines between(List<String> before, List<String> after) {
    var changed = new ChangedLines(stripped(before), stripped(after));
    for (Edit edit : LineDiff.between(changed.before, changed.after, 0)) {
      changed.gone.set(edit.oldStart(), edit.oldEnd());
      changed.added.set(edit.newStart(), edit.newEnd());
      changed.addKeys(edit);
    }
    return changed;
  }

  private void addKeys(Edit edit) {
    List<String> old = keys(before.subList(edit.oldStart(), edit.oldEnd()));
    List<String> now = keys(after.subList(edit.newStart(), edit.newEnd()));
    addOthers(goneKeys, edit.oldStart(), old, Set.copyOf(now));
    addOthers(addedKeys, edit.newStart(), now, Set.copyOf(old));
  }

  private static void addOthers(BitSet lines, int start, List<String> keys, Set<String> others) {
    for (int i = 0; i < keys.size(); i++) {
      lines.set(start + i, !others.contains(keys.get(i)));
    }
  }

  /// Returns the key of each line: the text up to the first colon.
  private static List<String> keys(List<String> lines) {
    return lines.stream().map(line -> line.substring(0, line.indexOf(':') + 1)).toList();
  }

  private static List<String> stripped(List<String> lines) {
    return lines.stream().map(String::strip).toList();
  }

  /// Whether both versions of the file are the same.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ChangedLines that
        && before.equals(that.before)
        && after.equals(that.after);
  }

  @Override
  public int hashCode() {
    return Objects.hash(before.size(), after.size());
  }

  /// Returns whether all lines of a range changed.
  ///
  /// @param first the first line of the range, from 1
  /// @param last its last line
  /// @param isOld whether it is a range of the old file
  public boolean areAll(int first, int last, boolean isOld) {
    int end = Math.min(last, (isOld ? before : after).size());
    return (isOld ? gone : added).nextClearBit(Math.max(0, first - 1)) >= end;
  }

  /// Returns the first changed line of a range; empty if none of them changed.
  ///
  /// @param first the first line of the range, from 1
  /// @param isOld whether it is a range of the old file
  /// @param comments whether empty lines and comments count, which texts have, too
  public OptionalInt first(int first, int last, boolean isOld, boolean comments) {
    return first(first, last, isOld ? gone : added, isOld ? before : after, comments);
  }

  /// Returns the first changed line of a range whose key is new, or went; empty if only values
  /// changed.
  ///
  /// @param first the first line of the range, from 1
  /// @param last its last line
  /// @param isOld whether it is a range of the old file
  public OptionalInt firstKey(int first, int last, boolean isOld) {
    return first(first, last, isOld ? goneKeys : addedKeys, isOld ? before : after, false);
  }

  private static OptionalInt first(
      int first, int last, BitSet changed, List<String> lines, boolean comments) {
    for (int at = changed.nextSetBit(Math.max(0, first - 1));
        at >= 0 && at < last;
        at = changed.nextSetBit(at + 1)) {
      String line = lines.get(at);
      if (comments || !(line.isEmpty() || line.startsWith("#"))) {
        return OptionalInt.of(at + 1);
      }
    }
    return OptionalInt.empty();
  }
}
