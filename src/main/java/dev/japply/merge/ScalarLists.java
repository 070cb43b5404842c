package dev.japply.merge;

import dev.japply.tree.KeyOrder;
import dev.japply.tree.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

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
    Map<Value, NavigableSet<Integer>> positions = new HashMap<>();
    List<NavigableSet<Integer>> equals = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      equals.add(positions.computeIfAbsent(places.get(i), item -> new TreeSet<>()));
      equals.get(i).add(i);
    }
    int last = places.size() - 1;
    for (int i = 0; i < last; i++) {
      NavigableSet<Integer> same = equals.get(i);
      for (Integer repeat = same.higher(i); repeat != null; repeat = same.higher(i)) {
        places.set(repeat, places.get(last));
        equals.set(repeat, equals.get(last));
        same.remove(repeat);
        if (repeat < last) {
          equals.get(repeat).remove(last);
          equals.get(repeat).add(repeat);
        }
        last--;
      }
    }
    return last + 1;
  }
}
