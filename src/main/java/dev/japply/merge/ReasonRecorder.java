package dev.japply.merge;

import dev.japply.merge.FieldReason.Change;
import dev.japply.merge.FieldReason.Entry;
import dev.japply.merge.FieldReason.Extent;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.FieldReason.Values;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.SemanticEquality;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Records each entry of a patch during its construction, with the three values that led to it.
/// Absent if no reasons are requested.
final class ReasonRecorder {
  private final List<Sent> sent = new ArrayList<>();
  private final Set<FieldPath> directives = new HashSet<>();
  private final Set<FieldPath> otherItems = new HashSet<>();
  private MapValue owned = MapValue.EMPTY;
  private MapValue config = MapValue.EMPTY;
  private MapValue live = MapValue.EMPTY;

  /// Starts with the documents in their merge form.
  void start(Node owned, MapValue config, MapValue live) {
    this.owned = owned instanceof MapValue map ? map : MapValue.EMPTY;
    this.config = config;
    this.live = live;
  }

  MapValue owned() {
    return owned;
  }

  MapValue config() {
    return config;
  }

  MapValue live() {
    return live;
  }

  /// Returns the recorded entries, in the order of the construction of the patch.
  List<Sent> sent() {
    return sent;
  }

  /// Records a field that gets a value without any merging.
  void noteValue(FieldPath path, Value value, @Nullable Schema type) {
    boolean parts = value instanceof MapValue || value instanceof ListValue;
    Extent extent = parts && path.in(live) instanceof Value ? Extent.ONE_VALUE : Extent.PART;
    note(path, new Entry(path, value, extent), value, type);
  }

  /// Records a map or list that is sent whole, though it merges part by part.
  void noteWhole(FieldPath path, Value entry, Value after, @Nullable Schema type) {
    note(path, new Entry(path, entry, Extent.WHOLE), after, type);
  }

  /// Records an item that another one with the same merge key replaces, such as a port whose
  /// protocol the manifest changes.
  void noteOtherItem(FieldPath item) {
    otherItems.add(item);
  }

  /// Records a field that is removed.
  void noteGone(FieldPath path) {
    Entry entry = new Entry(path, Value.NULL, Extent.PART);
    note(path, entry, Missing.MISSING, null);
  }

  /// Records an item that is added to a list.
  void noteItem(FieldPath list, FieldRule rule, Value item) {
    FieldPath path = list.item(rule.names().of(item));
    note(path, new Entry(path, item, Extent.PART), item, rule.type());
  }

  /// Records an item that is removed from a list.
  void noteItemGone(FieldPath list, FieldRule rule, MapValue deletion) {
    FieldPath path = list.item(rule.names().of(deletion));
    note(path, new Entry(path, deletion, Extent.PART), Missing.MISSING, rule.type());
  }

  /// Records an item that is removed from the list at `key` of the map at `map`.
  void noteTakenOut(FieldPath map, String key, Value item) {
    FieldPath place = map.key(Directives.DELETE_FROM_LIST + key).item(item);
    note(map.key(key).item(item), new Entry(place, item, Extent.PART), Missing.MISSING, null);
  }

  /// Records a directive in the map at `map`, which controls how the patch for `about` is read.
  void noteDirective(FieldPath map, String directive, Value value, FieldPath about, Change change) {
    FieldPath place = map.key(directive);
    if (directives.add(place)) {
      sent.add(new Sent(about, values(about, value), change, new Entry(place, value, Extent.PART)));
    }
  }

  private void note(FieldPath path, Entry entry, Node after, @Nullable Schema type) {
    Values values = values(path, after);
    Change change = change(values, times(path), type);
    boolean left = change == Change.CLEARED && isOfOtherItem(path);
    sent.add(new Sent(path, values, left ? Change.LEFT_MANIFEST : change, entry));
  }

  private boolean isOfOtherItem(FieldPath path) {
    FieldPath at = path;
    while (!(at instanceof FieldPath.Root || otherItems.contains(at))) {
      at = at.parentPath();
    }
    return otherItems.contains(at);
  }

  private Values values(FieldPath path, Node after) {
    return new Values(ownedAt(path), path.in(config), path.in(live), after);
  }

  /// Returns the value that was applied last. An item that was applied without its key has the
  /// empty key, as in the merge.
  private Node ownedAt(FieldPath path) {
    return switch (path) {
      case FieldPath.Root root -> owned;
      case FieldPath.Key(FieldPath parent, String key) ->
          ownedAt(parent) instanceof MapValue map ? map.get(key) : Missing.MISSING;
      case FieldPath.Index(FieldPath parent, int index) ->
          FieldPath.root().index(index).in(ownedAt(parent));
      case FieldPath.Item(FieldPath parent, Value identity) -> {
        Node list = ownedAt(parent);
        Node item = FieldPath.root().item(identity).in(list);
        yield item instanceof Missing && list instanceof ListValue(List<Value> items)
            ? withoutKey(items, identity)
            : item;
      }
    };
  }

  private static Node withoutKey(List<Value> items, Value identity) {
    if (!(identity instanceof MapValue(var keys)) || !keys.containsValue(Value.text(""))) {
      return Missing.MISSING;
    }
    for (Value item : items) {
      if (item instanceof MapValue map
          && keys.entrySet().stream()
              .allMatch(key -> isKey(map.get(key.getKey()), key.getValue()))) {
        return item;
      }
    }
    return Missing.MISSING;
  }

  private static boolean isKey(Node key, Value value) {
    return key.equals(value) || (SemanticEquality.isNothing(key) && value.equals(Value.text("")));
  }

  /// The number of occurrences of a primitive item in the documents' lists.
  private record Times(long owned, long config, long live) {}

  private @Nullable Times times(FieldPath path) {
    return path instanceof FieldPath.Item(FieldPath list, Value item) && !(item instanceof MapValue)
        ? new Times(count(list, item, owned), count(list, item, config), count(list, item, live))
        : null;
  }

  private static long count(FieldPath list, Value item, MapValue document) {
    return list.in(document) instanceof ListValue all ? all.places(item).size() : 0;
  }

  private static Change change(Values values, @Nullable Times times, @Nullable Schema type) {
    if (times != null) {
      return values.result() instanceof Missing ? Change.LEFT_MANIFEST : added(times);
    }
    if (values.manifest().equals(Value.NULL)) {
      return Change.NULLED;
    }
    boolean first = SemanticEquality.isNothing(values.lastApplied());
    if (values.manifest() instanceof Missing) {
      return values.lastApplied() instanceof Missing ? Change.CLEARED : Change.LEFT_MANIFEST;
    }
    if (first) {
      return Change.ADDED;
    }
    if (SemanticEquality.same(values.lastApplied(), values.manifest(), type)) {
      return SemanticEquality.same(values.live(), values.manifest(), type)
          ? Change.RESENT
          : Change.RESTORED;
    }
    return holds(values.live(), values.lastApplied(), type)
        ? Change.CHANGED
        : Change.CHANGED_BY_BOTH;
  }

  /// Returns the reason for an added item. Only kubectl's rules add an item that is live, if the
  /// manifest contains it more often.
  private static Change added(Times times) {
    if (times.owned() == 0) {
      return Change.ADDED;
    }
    boolean gone = times.live() == 0 || times.owned() >= times.config();
    return gone ? Change.RESTORED : Change.CHANGED;
  }

  /// Returns whether `live` contains all of `owned`. Additions by the server or by other writers do
  /// not count as changes of the field. In lists each item counts, in any position.
  private static boolean holds(Node live, Node owned, @Nullable Schema type) {
    if (live instanceof ListValue(List<Value> there) && owned instanceof ListValue(var applied)) {
      Schema items = TypeRule.items(type);
      Set<Value> same = new HashSet<>(there);
      return applied.stream()
          .allMatch(item ->
              same.contains(item)
                  || there.stream().anyMatch(other -> SemanticEquality.holds(other, item, items)));
    }
    return SemanticEquality.holds(live, owned, type);
  }
}
