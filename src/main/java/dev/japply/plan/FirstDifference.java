package dev.japply.plan;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the first path where two values differ.
final class FirstDifference {
  private FirstDifference() {}

  /// The first place, at or below `at`, where `before` and `after` differ; empty if nowhere.
  ///
  /// @param type the type of both values
  static Optional<FieldPath> between(FieldPath at, Node before, Node after, TypedField type) {
    if (before.equals(after)) {
      return Optional.empty();
    }
    if (before instanceof MapValue one && after instanceof MapValue other) {
      return inMaps(at, one, other, type);
    }
    return before instanceof ListValue one && after instanceof ListValue other
        ? inLists(at, one, other, type)
        : Optional.of(at);
  }

  private static Optional<FieldPath> inMaps(
      FieldPath at, MapValue before, MapValue after, TypedField type) {
    Set<String> keys = new LinkedHashSet<>(before.entries().keySet());
    keys.addAll(after.entries().keySet());
    for (String key : keys) {
      Optional<FieldPath> found =
          between(at.key(key), before.get(key), after.get(key), type.key(key));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<FieldPath> inLists(
      FieldPath at, ListValue before, ListValue after, TypedField type) {
    ItemNames names = ItemNames.of(type, before, after).orElse(null);
    if (names == null || !type.hasKeys()) {
      return inRows(at, before, after, type);
    }
    Map<Value, Value> ones = names.index(before);
    Map<Value, Value> others = names.index(after);
    Set<Value> all = new LinkedHashSet<>(ones.keySet());
    all.addAll(others.keySet());
    for (Value name : all) {
      Optional<FieldPath> found =
          between(at.item(name), node(ones.get(name)), node(others.get(name)), type.item());
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.of(at);
  }

  private static Node node(@Nullable Value item) {
    return item == null ? Missing.MISSING : item;
  }

  /// In lists of one length, whose items have nothing but their number.
  private static Optional<FieldPath> inRows(
      FieldPath at, ListValue before, ListValue after, TypedField type) {
    if (before.items().size() != after.items().size()) {
      return Optional.of(at);
    }
    for (int i = 0; i < before.items().size(); i++) {
      Optional<FieldPath> difference =
          between(at.index(i), before.items().get(i), after.items().get(i), type.item());
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }
}
