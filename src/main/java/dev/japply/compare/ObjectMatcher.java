package dev.japply.compare;

import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Finds the objects that are the same in two builds: those with the same name, then those whose
/// names differ only by a hash of their content, then those with the same content under another
/// name or in another namespace.
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
    matcher.match(ObjectMatcher::content);
    var pairs = new ArrayList<ObjectPair>();
    now.forEach(object -> pairs.add(new ObjectPair(matcher.matches.get(object), object)));
    old.stream()
        .filter(object -> !matcher.found.contains(object))
        .forEach(object -> pairs.add(new ObjectPair(object, null)));
    return pairs;
  }

  /// Matches objects if both builds have exactly one with the same feature.
  private void match(Function<TracedObject, Object> feature) {
    var before = by(feature, old.stream().filter(object -> !found.contains(object)).toList());
    var after = by(feature, now.stream().filter(object -> !matches.containsKey(object)).toList());
    after.forEach((same, objects) -> {
      List<TracedObject> others = before.getOrDefault(same, List.of());
      if (objects.size() == 1 && others.size() == 1) {
        matches.put(objects.getFirst(), others.getFirst());
        found.add(others.getFirst());
      }
    });
  }

  private static Map<Object, List<TracedObject>> by(
      Function<TracedObject, Object> feature, List<TracedObject> objects) {
    var groups = new LinkedHashMap<Object, List<TracedObject>>();
    objects.forEach(object ->
        groups.computeIfAbsent(feature.apply(object), k -> new ArrayList<>()).add(object));
    return groups;
  }

  /// Returns an object without its name and namespace.
  private static Object content(TracedObject object) {
    MapValue tree = object.object().tree();
    MapValue metadata = tree.map("metadata").without("name").without("namespace");
    return tree.with("metadata", metadata);
  }
}
