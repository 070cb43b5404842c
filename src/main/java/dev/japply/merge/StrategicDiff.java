package dev.japply.merge;

import dev.japply.merge.FieldReason.Change;
import dev.japply.merge.KeyedLists.ListPatch;
import dev.japply.merge.KeyedLists.ListPatch.Half;
import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.merge.TypeRule.FieldRule.Strategy;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Builds the strategic merge patch that turns one map into another.
///
/// Follows upstream's `strategicpatch` (`diffMaps` and its callees) field rule by field rule. If
/// sets of rules differ, [PatchRules] decides. [#replacedWhole] contains the values that are
/// replaced whole.
final class StrategicDiff {
  private final Half half;
  private final PatchRules rules;
  private final boolean withOrder;
  private final KeyedLists keyedLists;
  private final @Nullable ReasonRecorder recorder;
  private boolean replacedWhole;

  /// @param recorder receives every entry; null if no reasons are requested
  StrategicDiff(Half half, PatchRules rules, boolean withOrder, @Nullable ReasonRecorder recorder) {
    this.half = half;
    this.rules = rules;
    this.withOrder = withOrder;
    this.recorder = recorder;
    this.keyedLists = new KeyedLists(half, withOrder, this::item, recorder);
  }

  /// Returns whether the patch replaces a whole map or list that was read. Such a patch must not be
  /// applied to a newer object.
  boolean replacedWhole() {
    return replacedWhole;
  }

  /// Returns the patch from `from` to `to`, both of type `schema`.
  MapValue diff(MapValue from, MapValue to, Schema schema, FieldPath path) {
    if (rules.replaces(schema, from, to)) {
      replacedWhole = true;
      MapValue replacement = to.with(Directives.PATCH, Directives.REPLACE);
      if (recorder != null) {
        recorder.noteWhole(path, replacement, to, schema);
      }
      return replacement;
    }
    return maps(from, to, schema, false, path);
  }

  private MapValue item(MapValue from, MapValue to, FieldRule rule, FieldPath path) {
    return maps(from, to, rule.type(), rule.retainKeys(), path);
  }

  private MapValue maps(
      MapValue from, MapValue to, Schema schema, boolean retainKeys, FieldPath path) {
    var patch = new LinkedHashMap<String, Value>();
    var at = new At(schema, path);
    for (var entry : to.entries().entrySet()) {
      String key = entry.getKey();
      switch (from.get(key)) {
        case Missing missing -> add(patch, key, entry.getValue(), at);
        case Value before -> diffField(patch, key, before, entry.getValue(), at);
      }
    }
    if (half.takesDeletions()) {
      for (String key : from.entries().keySet()) {
        if (!to.has(key)) {
          remove(patch, key, path);
        }
      }
    }
    if (retainKeys) {
      addRetainKeys(patch, from, to, path);
    }
    return new MapValue(patch);
  }

  private void remove(Map<String, Value> patch, String key, FieldPath path) {
    patch.put(key, Value.NULL);
    if (recorder != null) {
      recorder.noteGone(path.key(key));
    }
  }

  /// The map that contains a field.
  private record At(Schema schema, FieldPath path) {}

  private void add(Map<String, Value> patch, String key, Value value, At at) {
    rules.requireExpressible(value, at.path().key(key));
    change(patch, key, value, at);
  }

  private void change(Map<String, Value> patch, String key, Value value, At at) {
    if (half.takesChanges()) {
      patch.put(key, value);
      if (recorder != null) {
        recorder.noteValue(at.path().key(key), value, TypeRule.child(at.schema(), key));
      }
    }
  }

  private void diffField(Map<String, Value> patch, String key, Value before, Value after, At at) {
    if (key.equals(Directives.PATCH)) {
      keepDirective(patch, before, after, at);
    } else if (GoComparison.kind(before) != GoComparison.kind(after)) {
      change(patch, key, after, at);
    } else if (before instanceof MapValue from && after instanceof MapValue to) {
      diffMap(patch, key, from, to, at);
    } else if (before instanceof ListValue from && after instanceof ListValue to) {
      diffList(patch, key, from, to, at);
    } else if (!before.equals(after)) {
      change(patch, key, after, at);
    }
  }

  private void keepDirective(Map<String, Value> patch, Value before, Value after, At at) {
    if (!(before instanceof StringValue && after instanceof StringValue)) {
      throw new MergeException(
          Reason.OTHER, at.path(), "invalid value for special key: " + Directives.PATCH);
    }
    if (!before.equals(after)) {
      patch.put(Directives.PATCH, after);
      if (recorder != null) {
        recorder.noteValue(at.path().key(Directives.PATCH), after, null);
      }
    }
  }

  private void diffMap(Map<String, Value> patch, String key, MapValue from, MapValue to, At at) {
    if (from.equals(to) && !rules.comparesEqual(at.schema(), key)) {
      return;
    }
    FieldRule rule = FieldRule.ofMap(at.schema(), key, at.path());
    if (rule.strategy() == Strategy.REPLACE) {
      change(patch, key, to, at);
    } else if (rules.replaces(rule.type(), from, to)) {
      replace(patch, key, Directives.replacement(to, at.path().key(key)), to, at);
    } else {
      MapValue inner = maps(from, to, rule.type(), rule.retainKeys(), at.path().key(key));
      if (!inner.isEmpty()) {
        patch.put(key, inner);
      }
    }
  }

  private void diffList(Map<String, Value> patch, String key, ListValue from, ListValue to, At at) {
    boolean equal = from.equals(to);
    if (equal && !rules.comparesEqual(at.schema(), key)) {
      return;
    }
    FieldRule rule = FieldRule.ofList(at.schema(), key, at.path());
    if (rule.strategy() != Strategy.MERGE) {
      if (!equal) {
        change(patch, key, to, at);
      }
    } else if (rules.replaces(rule, from, to)) {
      replace(patch, key, KeyedLists.replacement(to), to, at);
    } else {
      ListPatch list = mergedList(rule, from, to, at.path().key(key));
      list.putInto(patch, key);
      if (recorder != null) {
        note(list, rule, at.path(), key);
      }
    }
  }

  private void replace(Map<String, Value> patch, String key, Value replacement, Value to, At at) {
    replacedWhole = true;
    patch.put(key, replacement);
    if (recorder != null) {
      recorder.noteWhole(at.path().key(key), replacement, to, TypeRule.child(at.schema(), key));
    }
  }

  /// Records the entries of a list. [KeyedLists] records its own items, because it identifies them.
  private void note(ListPatch list, FieldRule rule, FieldPath map, String key) {
    ReasonRecorder noted = Objects.requireNonNull(recorder);
    FieldPath path = map.key(key);
    if (!list.isKeyed()) {
      list.items().items().forEach(item -> noted.noteItem(path, rule, item));
    }
    list.deletions().items().forEach(item -> noted.noteTakenOut(map, key, item));
    if (!list.order().isEmpty()) {
      String directive = Directives.SET_ELEMENT_ORDER + key;
      noted.noteDirective(map, directive, list.order(), path, Change.ORDER);
    }
  }

  private ListPatch mergedList(FieldRule rule, ListValue from, ListValue to, FieldPath path) {
    if (from.isEmpty()) {
      return half.takesChanges()
          ? new ListPatch(to, ListValue.EMPTY, ListValue.EMPTY, false)
          : ListPatch.NONE;
    }
    var kind = GoComparison.itemKind(path, List.of(from.items(), to.items()));
    return kind == GoComparison.Kind.MAP
        ? keyedLists.diff(rule, from.items(), to.items(), path)
        : primitives(from, to, path);
  }

  /// Compares two lists of primitives, as `diffLists` and `diffListsOfScalars` do: additions,
  /// deletions, and the order of all items. Additions and deletions are computed on two sorted
  /// copies; only the order is compared on the lists that the rules return. Each half of the
  /// differences decides whether it requires the order: deletions if there are any, changes if the
  /// order would be different otherwise.
  private ListPatch primitives(ListValue from, ListValue to, FieldPath path) {
    List<Value> old = rules.oldItems(from);
    List<Value> items = rules.newItems(to);
    var changes = ScalarLists.changes(old, items);
    List<Value> additions = half.takesChanges() ? changes.additions() : List.of();
    List<Value> deletions = half.takesDeletions() ? changes.deletions() : List.of();
    boolean ordered =
        withOrder
            && ((half.takesDeletions() && !deletions.isEmpty() && !hidesRepeats(from, old))
                || (half.takesChanges() && !rules.defaultOrder(old, deletions).equals(items)));
    return new ListPatch(
        new ListValue(new SetElementOrderMerge("").sorted(additions, items, path)),
        new ListValue(deletions),
        ordered ? new ListValue(items) : ListValue.EMPTY,
        /* isKeyed= */ false);
  }

  /// Returns whether the old list has repeats, which an order would move next to each other.
  private static boolean hidesRepeats(ListValue from, List<Value> old) {
    return old.size() < from.size();
  }

  /// Adds the keys to retain if something changes or has to be removed.
  private void addRetainKeys(Map<String, Value> patch, MapValue from, MapValue to, FieldPath path) {
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
      Value kept = ListValue.of(keep, Value::text);
      patch.put(Directives.RETAIN_KEYS, kept);
      if (recorder != null) {
        recorder.noteDirective(path, Directives.RETAIN_KEYS, kept, path, Change.KEPT_KEYS);
      }
    }
  }

  /// The differences between sets of rules when [StrategicDiff] builds a strategic merge patch.
  interface PatchRules {
    /// Returns whether equal maps or lists at `key` of a map of type `parent` are compared anyway.
    boolean comparesEqual(Schema parent, String key);

    /// Fails if a patch cannot express that `added` is new at `path`.
    void requireExpressible(Value added, FieldPath path);

    /// Returns whether a map is replaced whole, since no patch of its fields can express the
    /// change.
    boolean replaces(Schema type, MapValue from, MapValue to);

    /// Returns whether a list is replaced whole, for the same reason.
    boolean replaces(FieldRule rule, ListValue from, ListValue to);

    /// Returns the relevant items of the old list of primitives, in the relevant order.
    List<Value> oldItems(ListValue from);

    /// Returns the relevant items of the new list of primitives.
    List<Value> newItems(ListValue to);

    /// Returns the order that a list of primitives is assumed to have if the patch does not specify
    /// one.
    ///
    /// @param old the [#oldItems]
    /// @param deletions the items of `old` that the patch removes
    List<Value> defaultOrder(List<Value> old, List<Value> deletions);
  }
}
