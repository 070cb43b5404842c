package dev.japply.compare;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds objects of one kind that have most of their values in common, such as an object whose name
/// and image changed in the same commit.
///
/// Two objects are a pair if at least two thirds of their values are equal, and if neither of them
/// is as similar to another object.
final class SimilarObjects {
  private static final double LEAST = 2.0 / 3;

  /// The most pairs of one kind that are compared, as git has a limit for renamed files.
  private static final int MOST = 10_000;

  private SimilarObjects() {}

  /// The values of an object without its identity. Each line of a text is a value.
  ///
  /// @param counts the number of occurrences of each value
  /// @param size the number of all values
  private record Content(Map<Leaf, Integer> counts, int size) {
    static Content of(TracedObject object) {
      var counts = new HashMap<Leaf, Integer>();
      MapValue tree = object.content().without("apiVersion").without("kind");
      add("", tree, counts);
      return new Content(counts, counts.values().stream().mapToInt(Integer::intValue).sum());
    }

    private static void add(String path, Value value, Map<Leaf, Integer> counts) {
      switch (value) {
        case MapValue map ->
            map.entries().forEach((key, item) -> add(path + "." + key, item, counts));
        case ListValue(List<Value> items) -> items.forEach(item -> add(path + "[]", item, counts));
        case StringValue(String text) when text.indexOf('\n') >= 0 ->
            text.lines().forEach(line -> count(path, Value.text(line), counts));
        case Value scalar -> count(path, scalar, counts);
      }
    }

    private static void count(String path, Value value, Map<Leaf, Integer> counts) {
      counts.merge(new Leaf(path, value), 1, Integer::sum);
    }

    /// Returns the share of the values that both objects have.
    double similarity(Content other) {
      int common = 0;
      for (var entry : counts.entrySet()) {
        common += Math.min(entry.getValue(), other.counts.getOrDefault(entry.getKey(), 0));
      }
      return size + other.size == 0 ? 0 : 2.0 * common / (size + other.size);
    }
  }

  /// A value, and the path of its field without the indexes of items.
  private record Leaf(String path, Value value) {}

  /// An object of the revision that is the same as one of the working tree.
  record Pair(TracedObject old, TracedObject now) {}

  /// Returns the pairs; empty if there are too many objects to compare.
  ///
  /// @param old objects of one kind in the revision
  /// @param now objects of that kind in the working tree
  static List<Pair> find(List<TracedObject> old, List<TracedObject> now) {
    if ((long) old.size() * now.size() > MOST) {
      return List.of();
    }
    List<Content> before = old.stream().map(Content::of).toList();
    List<Content> after = now.stream().map(Content::of).toList();
    var similar = new double[old.size()][now.size()];
    for (int i = 0; i < old.size(); i++) {
      for (int j = 0; j < now.size(); j++) {
        similar[i][j] = before.get(i).similarity(after.get(j));
      }
    }
    var pairs = new ArrayList<Pair>();
    for (int i = 0; i < old.size(); i++) {
      for (int j = 0; j < now.size(); j++) {
        if (similar[i][j] >= LEAST && isBest(similar, i, j)) {
          pairs.add(new Pair(old.get(i), now.get(j)));
        }
      }
    }
    return pairs;
  }

  /// Returns whether a number is larger than all others in its row and its column.
  private static boolean isBest(double[][] numbers, int row, int column) {
    double best = numbers[row][column];
    for (int j = 0; j < numbers[row].length; j++) {
      if (j != column && numbers[row][j] >= best) {
        return false;
      }
    }
    for (int i = 0; i < numbers.length; i++) {
      if (i != row && numbers[i][column] >= best) {
        return false;
      }
    }
    return true;
  }
}
