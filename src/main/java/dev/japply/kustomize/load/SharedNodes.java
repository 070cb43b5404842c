package dev.japply.kustomize.load;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Scalar values shared by several fields of an object. kustomize puts the same YAML node into all
/// fields that a label or annotation adds. A later change of one of these fields therefore changes
/// all of them: a label of an overlay also reaches the selectors that a base has set.
///
/// Values are compared by identity.
public final class SharedNodes {
  private final Set<Value> shared = Collections.newSetFromMap(new IdentityHashMap<>());

  /// Marks `value` as the same node in all fields that contain it.
  public void share(Value value) {
    shared.add(value);
  }

  /// Whether `value` was shared.
  public boolean contains(Value value) {
    return shared.contains(value);
  }

  /// `after` with all fields changed that share a value with one that was changed.
  MapValue follow(MapValue before, MapValue after) {
    if (shared.isEmpty()) {
      return after;
    }
    var changes = new ArrayList<Change>();
    collect(before, after, changes);
    if (changes.isEmpty()) {
      return after;
    }
    var last = new IdentityHashMap<Value, Value>();
    changes.forEach(change -> last.put(change.before(), change.after()));
    shared.addAll(last.values());
    var instead = new IdentityHashMap<>(last);
    changes.forEach(
        change -> instead.put(change.after(), last.getOrDefault(change.before(), change.after())));
    return (MapValue) replace(after, instead);
  }

  /// A shared value of a field, and the current value of that field.
  private record Change(Value before, Value after) {}

  /// In the order of kyaml, where the last change of several counts.
  private void collect(Value before, Value after, List<Change> changes) {
    if (isSame(before, after)) {
      return;
    }
    if (before instanceof MapValue old && after instanceof MapValue now) {
      var differing = new TreeMap<String, Value>();
      old.entries()
          .forEach((key, value) -> {
            if (now.get(key) instanceof Value next && !isSame(value, next)) {
              differing.put(key, value);
            }
          });
      differing.forEach((key, value) -> collect(value, (Value) now.get(key), changes));
    } else if (before instanceof ListValue old && after instanceof ListValue now) {
      for (int i = 0; i < Math.min(old.size(), now.size()); i++) {
        collect(old.items().get(i), now.items().get(i), changes);
      }
    } else if (after instanceof ScalarValue && shared.contains(before)) {
      changes.add(new Change(before, after));
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Value one, Value other) {
    return one == other;
  }

  private static Value replace(Value value, Map<Value, Value> changed) {
    return switch (value) {
      case MapValue map -> map.mapValues(item -> replace(item, changed));
      case ListValue list -> list.map(item -> replace(item, changed));
      case Value scalar -> changed.getOrDefault(scalar, scalar);
    };
  }

  /// `tree` with values of its own: what shares nothing with anything.
  MapValue divide(MapValue tree) {
    if (shared.isEmpty()) {
      return tree;
    }
    return (MapValue) divide((Value) tree);
  }

  private Value divide(Value value) {
    return switch (value) {
      case MapValue map -> map.mapValues(this::divide);
      case ListValue list -> list.map(this::divide);
      case Value.StringValue(String text) when shared.contains(value) ->
          new Value.StringValue(text);
      case Value scalar -> scalar;
    };
  }
}
