package dev.japply.compare;

import dev.japply.compare.ObjectChange.ObjectPair;
import dev.japply.compare.TracedBuild.TracedObject;
import dev.japply.diff.ObjectContent;
import dev.japply.object.ObjectKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Finds the objects that are the same in two builds: those with the same name, then those whose
/// names differ only by a hash of their content. Of the others, those that the same manifest
/// describes are the same, such as after a change of a prefix, then those with the same content
/// under another name or in another namespace, and finally those with similar content.
final class ObjectMatcher {
  private final List<TracedObject> old;
  private final List<TracedObject> now;
  private final IdentityHashMap<TracedObject, TracedObject> matches = new IdentityHashMap<>();
  private final Set<TracedObject> found = Collections.newSetFromMap(new IdentityHashMap<>());

  private ObjectMatcher(List<TracedObject> old, List<TracedObject> now) {
    this.old = old;
    this.now = now;
  }

  /// Returns all objects, in the order of `now`; those that went come last.
  static List<ObjectPair> match(List<TracedObject> old, List<TracedObject> now) {
    var matcher = new ObjectMatcher(old, now);
    matcher.match(object -> object.object().key());
    matcher.match(ObjectPair::plainKey);
    matcher.match(TracedObject::written);
    matcher.match(TracedObject::content);
    matcher.matchSimilar();
    var pairs = new ArrayList<ObjectPair>();
    now.forEach(object -> pairs.add(new ObjectPair(matcher.matches.get(object), object)));
    old.stream()
        .filter(object -> !matcher.found.contains(object))
        .forEach(object -> pairs.add(new ObjectPair(object, null)));
    return pairs;
  }

  /// Matches objects if both builds have exactly one with the same feature.
  private void match(Function<TracedObject, Object> feature) {
    var before = oldBy(feature);
    nowBy(feature)
        .forEach((same, objects) -> {
          List<TracedObject> others = before.getOrDefault(same, List.of());
          if (objects.size() == 1 && others.size() == 1) {
            match(others.getFirst(), objects.getFirst());
          }
        });
  }

  private void match(TracedObject before, TracedObject after) {
    matches.put(after, before);
    found.add(before);
  }

  private void matchSimilar() {
    var before = oldBy(ObjectMatcher::kind);
    nowBy(ObjectMatcher::kind)
        .forEach((kind, objects) ->
            SimilarObjects.find(before.getOrDefault(kind, List.of()), objects)
                .forEach(pair -> match(pair.old(), pair.now())));
  }

  private static Object kind(TracedObject object) {
    ObjectKey key = object.object().key();
    return List.of(key.group(), key.kind());
  }

  private Map<Object, List<TracedObject>> oldBy(Function<TracedObject, Object> feature) {
    return by(feature, old.stream().filter(object -> !found.contains(object)).toList());
  }

  private Map<Object, List<TracedObject>> nowBy(Function<TracedObject, Object> feature) {
    return by(feature, now.stream().filter(object -> !matches.containsKey(object)).toList());
  }

  private static Map<Object, List<TracedObject>> by(
      Function<TracedObject, Object> feature, List<TracedObject> objects) {
    var groups = new LinkedHashMap<Object, List<TracedObject>>();
    objects.forEach(object ->
        groups.computeIfAbsent(feature.apply(object), k -> new ArrayList<>()).add(object));
    return groups;
  }

  /// Finds objects of one kind that have most of their values in common, such as an object whose
  /// name and image changed in the same commit.
  ///
  /// Two objects are a pair if at least two thirds of their values are equal, and if neither of
  /// them is as similar to another object.
  private static final class SimilarObjects {
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
}
