package dev.japply.merge;

import dev.japply.tree.KeyOrder;
import dev.japply.tree.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Lists of primitives as ordered sets, in the steps of Go's `strategicpatch`.
final class ScalarLists {
  private ScalarLists() {}

  /// The items to add to a list and to remove from it.
  record Changes(List<Value> additions, List<Value> deletions) {}

  /// Sorts the items by their printed form.
  static List<Value> sorted(List<Value> items) {
    var sorted = new ArrayList<>(items);
    sorted.sort(Comparator.comparing(GoComparison::text, KeyOrder.UTF8));
    return sorted;
  }

  /// Returns the difference from `from` to `to`, counting repeated items.
  static Changes changes(List<Value> from, List<Value> to) {
    List<Value> left = sorted(from);
    List<Value> right = sorted(to);
    var additions = new ArrayList<Value>();
    var deletions = new ArrayList<Value>();
    int i = 0;
    int j = 0;
    while (i < left.size() || j < right.size()) {
      int order = compare(left, i, right, j);
      if (order < 0) {
        deletions.add(left.get(i));
      } else if (order > 0) {
        additions.add(right.get(j));
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return new Changes(additions, withoutRepeats(deletions));
  }

  private static int compare(List<Value> left, int i, List<Value> right, int j) {
    if (i >= left.size()) {
      return 1;
    }
    if (j >= right.size()) {
      return -1;
    }
    return KeyOrder.UTF8.compare(GoComparison.text(left.get(i)), GoComparison.text(right.get(j)));
  }

  /// Returns each item once. The last item replaces a repeated one, as in Go, so that patches have
  /// the same order.
  static List<Value> withoutRepeats(List<Value> items) {
    var places = new ArrayList<>(items);
    int size = removeRepeats(places);
    return new ArrayList<>(places.subList(0, size));
  }

  /// Removes repeats in place and returns the number of items that remain at the front. The
  /// positions after them contain the same values as in upstream, for holders of the list in its
  /// old size.
  static int removeRepeats(List<Value> places) {
    int last = places.size() - 1;
    for (int i = 0; i < last; i++) {
      for (int j = i + 1; j <= last; j++) {
        if (places.get(i).equals(places.get(j))) {
          places.set(j, places.get(last));
          last--;
          j--;
        }
      }
    }
    return last + 1;
  }
}
