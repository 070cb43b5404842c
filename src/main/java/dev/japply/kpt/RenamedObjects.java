package dev.japply.kpt;

import dev.japply.diff.ObjectContent;
import dev.japply.object.ObjectKey;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Finds objects under another name or in another namespace, also in another file.
///
/// Two objects of one kind are a pair if their names, their contents and their files are similar
/// enough, and if neither of them is as similar to another object. Of equally similar objects in
/// one file, those at the same positions are pairs, if there are as many before as after.
final class RenamedObjects {
  /// The most pairs of one kind that are compared, as git has a limit for renamed files.
  private static final int MOST = 10_000;

  private static final double MANY = 2.0 / 3;
  private static final double HALF = 1.0 / 2;
  private static final double SOME = 1.0 / 3;

  private final List<IndexedObject> old;
  private final List<IndexedObject> now;
  private final double[][] scores;

  /// The new index for each old one, and the reverse.
  private final Map<Integer, Integer> found = new TreeMap<>();

  private final Map<Integer, Integer> foundBy = new HashMap<>();

  record Named(String path, ObjectKey key, MapValue tree) {}

  /// An object with its values.
  ///
  /// @param index its index in the list of the caller
  /// @param alone whether it is the only object in its file
  private record IndexedObject(int index, Named named, ObjectContent values, boolean alone) {
    String name() {
      return named.key().name();
    }

    boolean isInFileOf(IndexedObject other) {
      return named.path().equals(other.named.path());
    }
  }

  private RenamedObjects(List<IndexedObject> old, List<IndexedObject> now) {
    this.old = old;
    this.now = now;
    scores = new double[old.size()][now.size()];
    for (int i = 0; i < old.size(); i++) {
      for (int j = 0; j < now.size(); j++) {
        scores[i][j] = score(old.get(i), now.get(j));
      }
    }
  }

  /// Returns the index of the new object for the index of each old one that has another name.
  ///
  /// @param old objects whose names are gone
  /// @param now objects whose names are new
  static Map<Integer, Integer> find(List<Named> old, List<Named> now) {
    var pairs = new TreeMap<Integer, Integer>();
    Map<List<String>, List<IndexedObject>> others = byKind(now);
    byKind(old)
        .forEach((kind, objects) -> {
          List<IndexedObject> candidates = others.getOrDefault(kind, List.of());
          if ((long) objects.size() * candidates.size() <= MOST) {
            var renamed = new RenamedObjects(objects, candidates);
            renamed.matchBest();
            renamed.matchPositions();
            renamed.found.forEach((before, after) ->
                pairs.put(objects.get(before).index(), candidates.get(after).index()));
          }
        });
    return pairs;
  }

  private static Map<List<String>, List<IndexedObject>> byKind(List<Named> objects) {
    var files = new LinkedHashMap<List<String>, Integer>();
    for (Named object : objects) {
      files.merge(kindInFile(object), 1, Integer::sum);
    }
    var kinds = new LinkedHashMap<List<String>, List<IndexedObject>>();
    for (int i = 0; i < objects.size(); i++) {
      Named object = objects.get(i);
      boolean alone = files.getOrDefault(kindInFile(object), 0) == 1;
      kinds
          .computeIfAbsent(kind(object), none -> new ArrayList<>())
          .add(new IndexedObject(i, object, ObjectContent.of(object.tree()), alone));
    }
    return kinds;
  }

  private static List<String> kind(Named object) {
    return List.of(object.key().group(), object.key().kind());
  }

  private static List<String> kindInFile(Named object) {
    return List.of(object.key().group(), object.key().kind(), object.path());
  }

  /// Returns the similarity of two objects of one kind; 0 if they are probably not the same.
  private static double score(IndexedObject before, IndexedObject after) {
    boolean named = before.name().equals(after.name());
    boolean related = named || isPart(before.name(), after.name());
    boolean placed = before.isInFileOf(after);
    boolean empty = before.values().isEmpty() && after.values().isEmpty();
    double similar = empty ? 0 : before.values().similarity(after.values());
    boolean alone = placed && before.alone() && after.alone();
    boolean likely =
        similar >= MANY
            || (placed && similar >= HALF)
            || (related && (empty || similar >= SOME))
            || (named && (placed || similar > 0))
            || (alone && (related || similar > 0));
    return likely ? (named ? 2 : related ? 1 : 0) + 2 * similar + (placed ? HALF : 0) : 0;
  }

  /// Whether one name has the words of the other, with a prefix or suffix: `web` and `my-web`.
  private static boolean isPart(String name, String other) {
    List<String> words = List.of(name.split("[-.]"));
    List<String> others = List.of(other.split("[-.]"));
    return Collections.indexOfSubList(words, others) >= 0
        || Collections.indexOfSubList(others, words) >= 0;
  }

  /// Matches objects that are more similar to each other than to all remaining ones, as long as
  /// there are any.
  private void matchBest() {
    boolean more = true;
    while (more) {
      more = false;
      for (int i = 0; i < old.size(); i++) {
        for (int j = 0; j < now.size(); j++) {
          if (isOpen(i, j) && isBest(i, j)) {
            match(i, j);
            more = true;
          }
        }
      }
    }
  }

  private void match(int before, int after) {
    found.put(before, after);
    foundBy.put(after, before);
  }

  private boolean isOpen(int before, int after) {
    return scores[before][after] > 0 && !found.containsKey(before) && !foundBy.containsKey(after);
  }

  private boolean isBest(int before, int after) {
    double best = scores[before][after];
    for (int j = 0; j < now.size(); j++) {
      if (j != after && isOpen(before, j) && scores[before][j] >= best) {
        return false;
      }
    }
    for (int i = 0; i < old.size(); i++) {
      if (i != before && isOpen(i, after) && scores[i][after] >= best) {
        return false;
      }
    }
    return true;
  }

  /// Matches the remaining objects of each file in their order, if there are as many before as
  /// after.
  private void matchPositions() {
    var before = new LinkedHashMap<String, List<Integer>>();
    var after = new LinkedHashMap<String, List<Integer>>();
    for (int i = 0; i < old.size(); i++) {
      if (!found.containsKey(i)) {
        before.computeIfAbsent(old.get(i).named().path(), none -> new ArrayList<>()).add(i);
      }
    }
    for (int j = 0; j < now.size(); j++) {
      if (!foundBy.containsKey(j)) {
        after.computeIfAbsent(now.get(j).named().path(), none -> new ArrayList<>()).add(j);
      }
    }
    before.forEach((path, olds) -> {
      List<Integer> news = after.getOrDefault(path, List.of());
      if (olds.size() == news.size()) {
        for (int k = 0; k < olds.size(); k++) {
          if (isOpen(olds.get(k), news.get(k))) {
            match(olds.get(k), news.get(k));
          }
        }
      }
    });
  }
}
