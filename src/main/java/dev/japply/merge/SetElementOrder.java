package dev.japply.merge;

import dev.japply.merge.ListMerge.Merged;
import dev.japply.merge.MergeException.Reason;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Applies the `$setElementOrder` directives of a map: merges the list of each directive and puts
/// its items into the given order.
///
/// Follows upstream's `mergePatchIntoOriginal`.
///
/// @param intoObject whether the patch is applied to an object, instead of to another patch, which
///   keeps the directives
record SetElementOrder(boolean intoObject, ListMerge lists) {
  /// Takes the directives, and the lists that they order, out of `todo` and into `out`.
  void carryOut(Map<String, Value> out, Map<String, Value> todo, Schema schema, FieldPath path) {
    var directives =
        todo.keySet().stream().filter(key -> key.startsWith(Directives.SET_ELEMENT_ORDER)).toList();
    for (String directive : directives) {
      Value order = todo.get(directive);
      todo.remove(directive);
      if (order == null) {
        continue;
      }
      if (!intoObject) {
        keep(out, directive, order, path);
      }
      String key = directive.substring(Directives.SET_ELEMENT_ORDER.length());
      orderList(
          out, todo, key, asList(order, path), FieldRule.ofList(schema, key, path), path.key(key));
    }
  }

  private static void keep(Map<String, Value> out, String directive, Value order, FieldPath path) {
    Value before = out.putIfAbsent(directive, order);
    if (before != null && !before.equals(order)) {
      throw new MergeException(
          Reason.BAD_SET_ELEMENT_ORDER, path, "invalid patch format of setElementOrder list");
    }
  }

  private static List<Value> asList(Value value, FieldPath path) {
    if (value instanceof ListValue list) {
      return list.items();
    }
    throw new MergeException(Reason.WRONG_TYPE, path, "expected a list at " + path);
  }

  private void orderList(
      Map<String, Value> out,
      Map<String, Value> todo,
      String key,
      List<Value> order,
      FieldRule rule,
      FieldPath path) {
    Value before = out.get(key);
    Value patch = todo.get(key);
    List<Value> into = before == null ? List.of() : asList(before, path);
    List<Value> changes = patch == null ? List.of() : asList(patch, path);
    requireOrder(changes, order, rule.mergeKey(), path);
    if (before == null && patch == null) {
      return;
    }
    Merged merged = merge(before, patch, rule, path);
    var elements = new SetElementOrderMerge(rule.mergeKey());
    elements.requireKeys(merged.ordered().items(), path);
    GoComparison.itemKind(path, List.of(into, changes));
    out.put(
        key,
        new ListValue(
            elements.interleave(
                elements.split(merged.ordered().items(), order),
                order,
                merged.serverOrder(),
                path)));
    todo.remove(key);
  }

  private Merged merge(
      @Nullable Value before, @Nullable Value patch, FieldRule rule, FieldPath path) {
    if (patch == null) {
      List<Value> items = asList(Objects.requireNonNull(before), path);
      return new Merged(new ListValue(items), items);
    }
    if (before == null) {
      Value kept = (Value) ListMerge.withoutMarked(patch);
      return new Merged((ListValue) kept, List.of());
    }
    List<Value> into = asList(before, path);
    return rule.strategy() == FieldRule.Strategy.MERGE
        ? lists.merge(into, asList(patch, path), rule, path)
        : new Merged((ListValue) patch, into);
  }

  /// Checks that the items of the patch, except deletions, follow the given order.
  private static void requireOrder(
      List<Value> patch, List<Value> order, String mergeKey, FieldPath path) {
    if (patch.isEmpty() || order.isEmpty()) {
      return;
    }
    var elements = new SetElementOrderMerge(mergeKey);
    var plain =
        patch.stream().filter(item -> mergeKey.isEmpty() || !Directives.isMarked(item)).toList();
    int at = 0;
    for (Value next : order) {
      if (at < plain.size() && same(elements, plain.get(at), next, path)) {
        at++;
      }
    }
    if (at < plain.size()) {
      throw new MergeException(
          Reason.BAD_SET_ELEMENT_ORDER,
          path,
          "The order in patch list doesn't match $setElementOrder list at " + path);
    }
  }

  private static boolean same(
      SetElementOrderMerge elements, Value item, Value next, FieldPath path) {
    return elements.mergeKey().isEmpty()
        ? item.equals(next)
        : elements.requireKey(item, path).equals(elements.requireKey(next, path));
  }
}
