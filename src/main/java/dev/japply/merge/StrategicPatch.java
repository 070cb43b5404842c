package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.merge.MergeException.Reason;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Merges a strategic merge patch into an object, as the API server does, or into another patch.
///
/// Follows upstream's `strategicpatch` (`StrategicMergePatch`, and the merge of two patches within
/// `CreateThreeWayMergePatch`).
public final class StrategicPatch {
  /// The document that the patch is merged into.
  enum Target {
    /// An object: directives are carried out, nulls of new maps dropped.
    OBJECT,
    /// Another patch: directives and nulls are retained.
    PATCH
  }

  private final Target target;
  private final ListMerge lists = new ListMerge(this::item);
  private final SetElementOrder orders;

  StrategicPatch(Target target) {
    this.target = target;
    this.orders = new SetElementOrder(intoObject(), lists);
  }

  /// Returns `object` with `patch` applied.
  ///
  /// @throws MergeException if the patch is inconsistent or does not fit the schema
  public static MapValue apply(MapValue object, MapValue patch, Schema schema) {
    return new StrategicPatch(Target.OBJECT).merge(object, patch, schema, FieldPath.root());
  }

  private boolean intoObject() {
    return target == Target.OBJECT;
  }

  private MapValue item(MapValue into, MapValue patch, FieldRule rule, FieldPath path) {
    return merge(into, patch, rule.type(), path);
  }

  MapValue merge(MapValue into, MapValue patch, Schema schema, FieldPath path) {
    if (patch.get(Directives.PATCH) instanceof Value directive) {
      return marked(directive, patch, path);
    }
    var out = new LinkedHashMap<>(into.entries());
    var todo = new LinkedHashMap<>(patch.entries());
    Directives.requireListNames(patch, intoObject(), path);
    removeUnretained(out, todo, path);
    orders.carryOut(out, todo, schema, path);
    todo.forEach((key, value) -> patchField(out, key, value, schema, path));
    return new MapValue(out);
  }

  private static MapValue marked(Value directive, MapValue patch, FieldPath path) {
    if (directive.equals(Directives.REPLACE)) {
      return patch.without(Directives.PATCH);
    }
    if (directive.equals(Directives.DELETE)) {
      return MapValue.EMPTY;
    }
    throw new MergeException(
        Reason.BAD_PATCH_TYPE, path, "unknown patch type: " + GoComparison.text(directive));
  }

  private void removeUnretained(Map<String, Value> out, Map<String, Value> todo, FieldPath path) {
    Value keys = todo.remove(Directives.RETAIN_KEYS);
    if (keys == null) {
      return;
    }
    if (!intoObject()) {
      Value before = out.putIfAbsent(Directives.RETAIN_KEYS, keys);
      if (before != null && !before.equals(keys)) {
        throw new MergeException(
            Reason.BAD_RETAIN_KEYS,
            path,
            "the two halves of the patch differ in " + Directives.RETAIN_KEYS);
      }
      return;
    }
    if (!(keys instanceof ListValue list)) {
      throw badRetainKeys(path);
    }
    var keep = new HashSet<>(list.items());
    todo.forEach((key, value) -> {
      boolean counts =
          !value.equals(Value.NULL)
              && !key.startsWith(Directives.DELETE_FROM_LIST)
              && !key.startsWith(Directives.SET_ELEMENT_ORDER);
      if (counts && !keep.contains(Value.text(key))) {
        throw badRetainKeys(path);
      }
    });
    out.keySet().removeIf(key -> !keep.contains(Value.text(key)));
  }

  private static MergeException badRetainKeys(FieldPath path) {
    return new MergeException(
        Reason.BAD_RETAIN_KEYS, path, "invalid patch format of retainKeys at " + path);
  }

  private void patchField(
      Map<String, Value> out, String key, Value value, Schema schema, FieldPath path) {
    if (key.startsWith(Directives.DELETE_FROM_LIST)) {
      if (intoObject()) {
        deleteFromList(out, key.substring(Directives.DELETE_FROM_LIST.length()), value, path);
      } else {
        out.put(key, value);
      }
      return;
    }
    if (value.equals(Value.NULL)) {
      out.remove(key);
      if (!intoObject()) {
        out.put(key, value);
      }
      return;
    }
    Value before = out.get(key);
    if (before instanceof MapValue into && value instanceof MapValue patch) {
      FieldRule rule = FieldRule.ofMap(schema, key, path);
      out.put(
          key,
          rule.strategy() == Strategy.REPLACE
              ? patch
              : merge(into, patch, rule.type(), path.key(key)));
    } else if (before instanceof ListValue into && value instanceof ListValue patch) {
      FieldRule rule = FieldRule.ofList(schema, key, path);
      out.put(
          key,
          rule.strategy() == Strategy.MERGE
              ? lists.merge(into.items(), patch.items(), rule, path.key(key)).ordered()
              : patch);
    } else {
      take(out, key, value);
    }
  }

  /// Sets a value that has no counterpart to merge with.
  private void take(Map<String, Value> out, String key, Value value) {
    Value taken = intoObject() ? Value.withoutNulls(value) : value;
    switch (ListMerge.withoutMarked(taken)) {
      case Value kept -> out.put(key, kept);
      case Missing missing -> out.remove(key);
    }
  }

  private static void deleteFromList(
      Map<String, Value> out, String key, Value value, FieldPath path) {
    if (out.get(key) instanceof ListValue list && value instanceof ListValue deletions) {
      if (!list.isEmpty() || !deletions.isEmpty()) {
        GoComparison.itemKind(path.key(key), List.of(list.items(), deletions.items()));
      }
      var gone = new HashSet<>(deletions.items());
      out.put(
          key, new ListValue(list.items().stream().filter(item -> !gone.contains(item)).toList()));
    } else if (value.equals(Value.NULL)) {
      out.remove(key);
    }
  }
}
