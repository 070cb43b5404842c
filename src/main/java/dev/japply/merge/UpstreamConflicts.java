package dev.japply.merge;

import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Detects conflicts: two patches that set the same field to different values, as upstream's
/// `MergingMapsHaveConflicts` decides.
///
/// Upstream sorts lists of primitives in place to compare them, and then sends the sorted lists. So
/// every method returns the left value as upstream leaves it, or `Missing` for a conflict.
final class UpstreamConflicts {
  private UpstreamConflicts() {}

  /// Returns the patch `left` as it is sent; `Missing` if `right` conflicts with it.
  static Node check(MapValue left, MapValue right, Schema schema) {
    return values(left, right, new Context(schema, null, FieldPath.root()));
  }

  /// The context of the compared values.
  ///
  /// @param type the type of the map, or of a list's items; null if it is unknown
  /// @param rule the rule of the field; null within lists
  private record Context(@Nullable Schema type, @Nullable FieldRule rule, FieldPath path) {
    Context item() {
      return new Context(type, null, path);
    }

    boolean has(FieldRule.Strategy strategy) {
      return rule != null && rule.strategy() == strategy;
    }

    Context field(String key, Value value) {
      FieldRule field = null;
      if (type != null && value instanceof MapValue) {
        field = FieldRule.ofMap(type, key, path);
      } else if (type != null && value instanceof ListValue) {
        field = FieldRule.ofList(type, key, path);
      }
      return new Context(field == null ? null : field.type(), field, path.key(key));
    }
  }

  private static Node values(Value left, Value right, Context at) {
    return switch (left) {
      case MapValue map when right instanceof MapValue other -> maps(map, other, at);
      case ListValue list when right instanceof ListValue other -> lists(list, other, at);
      default -> left.equals(right) ? left : Missing.MISSING;
    };
  }

  private static Node maps(MapValue left, MapValue right, Context at) {
    if (!left.get(Directives.PATCH).equals(right.get(Directives.PATCH))) {
      return Missing.MISSING;
    }
    if (at.has(FieldRule.Strategy.REPLACE)) {
      return left;
    }
    var result = new LinkedHashMap<String, Value>();
    for (var entry : left.sortedEntries()) {
      String key = entry.getKey();
      Value value = entry.getValue();
      boolean counts = !key.equals(Directives.PATCH) && !key.equals(Directives.RETAIN_KEYS);
      Node after =
          counts && right.get(key) instanceof Value other
              ? values(value, other, at.field(key, value))
              : value;
      if (!(after instanceof Value kept)) {
        return Missing.MISSING;
      }
      result.put(key, kept);
    }
    return new MapValue(result);
  }

  private static Node lists(ListValue left, ListValue right, Context at) {
    GoComparison.Kind kind = GoComparison.itemKind(at.path(), List.of(left.items(), right.items()));
    if (at.has(FieldRule.Strategy.MERGE)) {
      return kind == GoComparison.Kind.MAP ? keyed(left, right, at) : left;
    }
    if (left.size() != right.size()) {
      return Missing.MISSING;
    }
    return kind == GoComparison.Kind.MAP ? inStep(left, right, at) : sets(left, right, at);
  }

  private static Node inStep(ListValue left, ListValue right, Context at) {
    var result = new ArrayList<Value>();
    for (int i = 0; i < left.size(); i++) {
      if (!(values(left.items().get(i), right.items().get(i), at.item()) instanceof Value kept)) {
        return Missing.MISSING;
      }
      result.add(kept);
    }
    return new ListValue(result);
  }

  private static Node sets(ListValue left, ListValue right, Context at) {
    var places = new ArrayList<>(left.items());
    int size = ScalarLists.removeRepeats(places);
    List<Value> mine = ScalarLists.sorted(places.subList(0, size));
    List<Value> other = ScalarLists.sorted(ScalarLists.withoutRepeats(right.items()));
    for (int i = 0; i < size; i++) {
      // Upstream runs off the end here when the other list has more repeats.
      if (i >= other.size()) {
        throw new MergeException(
            Reason.OTHER, at.path(), "lists of different lengths at " + at.path());
      }
      if (!mine.get(i).equals(other.get(i))) {
        return Missing.MISSING;
      }
      places.set(i, mine.get(i));
    }
    return new ListValue(places);
  }

  private static Node keyed(ListValue left, ListValue right, Context at) {
    String mergeKey = at.rule() == null ? "" : at.rule().mergeKey();
    Map<String, Integer> mine = byKey(left, mergeKey, at.path());
    Map<String, Integer> others = byKey(right, mergeKey, at.path());
    var result = new ArrayList<>(left.items());
    for (var entry : mine.entrySet()) {
      Integer there = others.get(entry.getKey());
      if (there != null) {
        int here = entry.getValue();
        Node after = values(left.items().get(here), right.items().get(there), at.item());
        if (!(after instanceof Value kept)) {
          return Missing.MISSING;
        }
        result.set(here, kept);
      }
    }
    return new ListValue(result);
  }

  /// Returns the index of the last item with each key.
  private static Map<String, Integer> byKey(ListValue list, String mergeKey, FieldPath path) {
    var order = new SetElementOrderMerge(mergeKey);
    var places = new HashMap<String, Integer>();
    for (int i = 0; i < list.size(); i++) {
      places.put(GoComparison.text(order.requireKey(list.items().get(i), path)), i);
    }
    return places;
  }
}
