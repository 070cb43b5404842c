package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.KeyOrder;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Builds the strategic merge patch that turns one map into another.
///
/// Follows upstream's `strategicpatch` (`CreateTwoWayMergePatch`) field rule by field rule. With
/// [Rules#CORRECTED] equal `replace` maps and unsorted lists of primitives give no patch, and what
/// a patch cannot say item by item is replaced whole, which [#replacedWhole] tells.
final class StrategicDiff {
  /// Which half of the differences the patch takes up.
  enum Half {
    /// All of them.
    BOTH,
    /// What is new or changed.
    CHANGES,
    /// What is gone.
    DELETIONS
  }

  private final Half half;
  private final Rules rules;
  private final boolean withOrder;
  private final KeyedLists keyedLists = new KeyedLists(this);
  private boolean replacedWhole;

  StrategicDiff(Half half, Rules rules, boolean withOrder) {
    this.half = half;
    this.rules = rules;
    this.withOrder = withOrder;
  }

  /// Whether the patch replaces a map or list by the whole of what was read, so that it must not be
  /// applied to anything newer.
  boolean replacedWhole() {
    return replacedWhole;
  }

  boolean takesChanges() {
    return half != Half.DELETIONS;
  }

  boolean takesDeletions() {
    return half != Half.CHANGES;
  }

  /// The patch from `from` to `to`, both of type `schema`.
  MapValue diff(MapValue from, MapValue to, Schema schema, FieldPath path) {
    if (rules == Rules.CORRECTED && Expressible.needsReplacing(schema, from, to)) {
      replacedWhole = true;
      return to.with(Directives.PATCH, Directives.REPLACE);
    }
    return maps(from, to, schema, false, path);
  }

  MapValue maps(MapValue from, MapValue to, Schema schema, boolean retainKeys, FieldPath path) {
    var patch = new LinkedHashMap<String, Value>();
    for (var entry : to.entries().entrySet()) {
      String key = entry.getKey();
      switch (from.get(key)) {
        case Missing missing -> add(patch, key, entry.getValue(), path);
        case Value before -> field(patch, key, before, entry.getValue(), new At(schema, path));
      }
    }
    if (takesDeletions()) {
      from.entries().keySet().stream()
          .filter(key -> !to.has(key))
          .forEach(key -> patch.put(key, Value.NULL));
    }
    if (retainKeys) {
      retainKeys(patch, from, to);
    }
    return new MapValue(patch);
  }

  /// The map that a field stands in.
  private record At(Schema schema, FieldPath path) {}

  private void add(Map<String, Value> patch, String key, Value value, FieldPath path) {
    if (rules == Rules.CORRECTED) {
      Directives.requireSayable(value, path.key(key));
    }
    change(patch, key, value);
  }

  private void change(Map<String, Value> patch, String key, Value value) {
    if (takesChanges()) {
      patch.put(key, value);
    }
  }

  private void field(Map<String, Value> patch, String key, Value before, Value after, At at) {
    if (key.equals(Directives.PATCH)) {
      directive(patch, before, after, at);
    } else if (GoValue.kind(before) != GoValue.kind(after)) {
      change(patch, key, after);
    } else if (before instanceof MapValue from && after instanceof MapValue to) {
      mapField(patch, key, from, to, at);
    } else if (before instanceof ListValue from && after instanceof ListValue to) {
      listField(patch, key, from, to, at);
    } else if (!before.equals(after)) {
      change(patch, key, after);
    }
  }

  private static void directive(Map<String, Value> patch, Value before, Value after, At at) {
    if (!(before instanceof StringValue && after instanceof StringValue)) {
      throw new MergeException(
          Reason.OTHER, at.path(), "invalid value for special key: " + Directives.PATCH);
    }
    if (!before.equals(after)) {
      patch.put(Directives.PATCH, after);
    }
  }

  private void mapField(Map<String, Value> patch, String key, MapValue from, MapValue to, At at) {
    boolean equal = from.equals(to);
    if (equal && (rules == Rules.CORRECTED || at.schema().field(key).isEmpty())) {
      return;
    }
    FieldRule rule = FieldRule.ofMap(at.schema(), key, at.path());
    if (rule.strategy() == Strategy.REPLACE) {
      change(patch, key, to);
    } else if (rules == Rules.CORRECTED && Expressible.needsReplacing(rule.type(), from, to)) {
      replacedWhole = true;
      patch.put(key, Directives.replacement(to, at.path().key(key)));
    } else {
      MapValue inner = maps(from, to, rule.type(), rule.retainKeys(), at.path().key(key));
      if (!inner.isEmpty()) {
        patch.put(key, inner);
      }
    }
  }

  private void listField(
      Map<String, Value> patch, String key, ListValue from, ListValue to, At at) {
    boolean equal = from.equals(to);
    if (equal && (rules == Rules.CORRECTED || at.schema().field(key).isEmpty())) {
      return;
    }
    FieldRule rule = FieldRule.ofList(at.schema(), key, at.path());
    if (rule.strategy() != Strategy.MERGE) {
      if (!equal) {
        change(patch, key, to);
      }
    } else if (rules == Rules.CORRECTED && Expressible.needsReplacing(rule, from, to)) {
      replacedWhole = true;
      patch.put(key, KeyedLists.replacement(to));
    } else {
      mergedList(rule, from, to, at.path().key(key)).putInto(patch, key);
    }
  }

  /// The parts of a patch for one merged list; empty parts are left out.
  record ListPatch(ListValue items, ListValue deletions, ListValue order) {
    static final ListPatch NONE = new ListPatch(ListValue.EMPTY, ListValue.EMPTY, ListValue.EMPTY);

    void putInto(Map<String, Value> patch, String key) {
      put(patch, key, items);
      put(patch, Directives.DELETE_FROM_LIST + key, deletions);
      put(patch, Directives.SET_ELEMENT_ORDER + key, order);
    }

    private static void put(Map<String, Value> patch, String key, ListValue list) {
      if (!list.isEmpty()) {
        patch.put(key, list);
      }
    }
  }

  private ListPatch mergedList(FieldRule rule, ListValue from, ListValue to, FieldPath path) {
    if (from.isEmpty()) {
      return takesChanges() ? new ListPatch(to, ListValue.EMPTY, ListValue.EMPTY) : ListPatch.NONE;
    }
    var kind = GoValue.itemKind(path, List.of(from.items(), to.items()));
    return kind == GoValue.Kind.MAP
        ? keyedLists.diff(rule, from.items(), to.items(), path)
        : primitives(from, to, path);
  }

  /// Upstream sorts the old list in place before it looks at the order.
  private ListPatch primitives(ListValue from, ListValue to, FieldPath path) {
    var before = rules == Rules.KUBECTL ? ScalarLists.sorted(from.items()) : distinct(from);
    var after = rules == Rules.KUBECTL ? to.items() : distinct(to);
    var changes = ScalarLists.changes(before, after);
    var additions = takesChanges() ? changes.additions() : List.<Value>of();
    var deletions = takesDeletions() ? changes.deletions() : List.<Value>of();
    boolean ordered =
        withOrder
            && ((takesDeletions() && !deletions.isEmpty() && !hidesRepeats(from, before))
                || (takesChanges() && !expectedOrder(before, deletions).equals(after)));
    return new ListPatch(
        new ListValue(new ElementOrder("").sorted(additions, after, path)),
        new ListValue(deletions),
        ordered ? new ListValue(after) : ListValue.EMPTY);
  }

  /// An order would move repeats next to each other.
  private static boolean hidesRepeats(ListValue from, List<Value> before) {
    return before.size() < from.size();
  }

  /// The order that the list has when nothing is said about it. Upstream looks at the old list as
  /// it is.
  private List<Value> expectedOrder(List<Value> before, List<Value> deletions) {
    return rules == Rules.KUBECTL
        ? before
        : before.stream().filter(item -> !deletions.contains(item)).toList();
  }

  /// Each item once: the server adds an item once, and takes it out as often as it stands there.
  private static List<Value> distinct(ListValue list) {
    return list.items().stream().distinct().toList();
  }

  boolean wantsOrder(boolean changed, boolean sameOrder) {
    return withOrder
        && ((takesChanges() && (changed || !sameOrder)) || (takesDeletions() && changed));
  }

  /// The keys to keep are said when something changes, or when there is something to drop.
  private static void retainKeys(Map<String, Value> patch, MapValue from, MapValue to) {
    var keep = new ArrayList<String>();
    to.entries()
        .forEach((key, value) -> {
          if (!value.equals(Value.NULL)) {
            keep.add(key);
          }
        });
    boolean drops =
        from.entries().entrySet().stream()
            .anyMatch(entry -> !entry.getValue().equals(Value.NULL) && !to.has(entry.getKey()));
    if (!keep.isEmpty() && (!patch.isEmpty() || drops)) {
      keep.sort(KeyOrder.UTF8);
      patch.put(
          Directives.RETAIN_KEYS, new ListValue(keep.stream().<Value>map(Value::text).toList()));
    }
  }
}
