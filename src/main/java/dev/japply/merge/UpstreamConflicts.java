package dev.japply.merge;

import dev.japply.merge.MergeException.Reason;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whether two patches set the same field to different values, as upstream's
/// `MergingMapsHaveConflicts` decides.
final class UpstreamConflicts {
  private UpstreamConflicts() {}

  static boolean exist(MapValue left, MapValue right, Schema schema) {
    return values(left, right, Optional.of(schema), Optional.empty(), FieldPath.root());
  }

  private static boolean values(
      Value left, Value right, Optional<Schema> schema, Optional<FieldRule> rule, FieldPath path) {
    return switch (left) {
      case MapValue map ->
          !(right instanceof MapValue other) || maps(map, other, schema, rule, path);
      case ListValue list ->
          !(right instanceof ListValue other) || lists(list, other, schema, rule, path);
      default -> !left.equals(right);
    };
  }

  private static boolean maps(
      MapValue left,
      MapValue right,
      Optional<Schema> schema,
      Optional<FieldRule> rule,
      FieldPath path) {
    if (!left.get(Directives.PATCH).equals(right.get(Directives.PATCH))) {
      return true;
    }
    if (rule.isPresent() && rule.get().strategy() == FieldRule.Strategy.REPLACE) {
      return false;
    }
    for (var entry : left.sortedEntries()) {
      String key = entry.getKey();
      boolean counts = !key.equals(Directives.PATCH) && !key.equals(Directives.RETAIN_KEYS);
      if (counts
          && right.get(key) instanceof Value other
          && field(key, entry.getValue(), other, schema, path)) {
        return true;
      }
    }
    return false;
  }

  private static boolean field(
      String key, Value left, Value right, Optional<Schema> schema, FieldPath path) {
    Optional<FieldRule> rule =
        switch (left) {
          case MapValue map -> schema.map(type -> FieldRule.ofMap(type, key, path));
          case ListValue list -> schema.map(type -> FieldRule.ofList(type, key, path));
          default -> Optional.empty();
        };
    return values(left, right, rule.map(FieldRule::type), rule, path.key(key));
  }

  private static boolean lists(
      ListValue left,
      ListValue right,
      Optional<Schema> schema,
      Optional<FieldRule> rule,
      FieldPath path) {
    GoValue.Kind kind = GoValue.itemKind(path, List.of(left.items(), right.items()));
    if (rule.isPresent() && rule.get().strategy() == FieldRule.Strategy.MERGE) {
      return kind == GoValue.Kind.MAP && keyed(left, right, schema, rule.get().mergeKey(), path);
    }
    if (left.size() != right.size()) {
      return true;
    }
    List<Value> a = kind == GoValue.Kind.MAP ? left.items() : asSet(left);
    List<Value> b = kind == GoValue.Kind.MAP ? right.items() : asSet(right);
    for (int i = 0; i < a.size(); i++) {
      // Upstream runs off the end here when only one of the lists has repeats.
      if (i >= b.size()) {
        throw new MergeException(Reason.OTHER, path, "lists of different lengths at " + path);
      }
      if (values(a.get(i), b.get(i), schema, Optional.empty(), path)) {
        return true;
      }
    }
    return false;
  }

  private static List<Value> asSet(ListValue list) {
    return ScalarLists.sorted(ScalarLists.withoutRepeats(list.items()));
  }

  private static boolean keyed(
      ListValue left, ListValue right, Optional<Schema> schema, String mergeKey, FieldPath path) {
    Map<String, MapValue> a = byKey(left, mergeKey, path);
    Map<String, MapValue> b = byKey(right, mergeKey, path);
    return a.entrySet().stream()
        .anyMatch(entry -> {
          MapValue other = b.get(entry.getKey());
          return other != null && values(entry.getValue(), other, schema, Optional.empty(), path);
        });
  }

  private static Map<String, MapValue> byKey(ListValue list, String mergeKey, FieldPath path) {
    var order = new ElementOrder(mergeKey);
    var items = new HashMap<String, MapValue>();
    for (Value item : list.items()) {
      items.put(GoValue.text(order.requireKey(item, path)), (MapValue) item);
    }
    return items;
  }
}
