package dev.japply.compare;

import dev.japply.diff.ObjectContent;
import java.util.ArrayList;
import java.util.List;

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
    List<ObjectContent> before = contents(old);
    List<ObjectContent> after = contents(now);
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

  private static List<ObjectContent> contents(List<TracedObject> objects) {
    return objects.stream().map(object -> ObjectContent.of(object.object().tree())).toList();
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
