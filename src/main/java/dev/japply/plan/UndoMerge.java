package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes one write to an object back: the fields that the write changed get their values from
/// before it, and all others keep their live values.
///
/// The result is computed field by field from three states, and not by an inverse patch: such a
/// patch cannot address the items of a list that has a key twice. A field that is neither as the
/// write left it nor as it was before is a conflict.
final class UndoMerge {
  private static final String METADATA = "metadata";

  /// The metadata that a server maintains, and that identifies the object.
  private static final List<String> ACCOUNTS =
      List.of(
          "creationTimestamp",
          "deletionGracePeriodSeconds",
          "deletionTimestamp",
          "generation",
          "managedFields",
          "name",
          "namespace",
          "resourceVersion",
          "selfLink",
          "uid");

  private static final int LIVE = 0;
  private static final int BEFORE = 1;
  private static final int AFTER = 2;

  private final boolean take;
  private final List<Conflict> conflicts = new ArrayList<>();

  private UndoMerge(boolean take) {
    this.take = take;
  }

  /// A field that was changed since the write.
  ///
  /// @param before its value before the write
  /// @param after its value after the write
  record Conflict(FieldPath path, Node before, Node after, Node live) {}

  /// The object without the changes of the write.
  record Result(MapValue object, List<Conflict> conflicts) {
    Result {
      conflicts = List.copyOf(conflicts);
    }
  }

  /// Takes the change from `before` to `after` back in `live`.
  ///
  /// @param schema the schema of the object; null if it is not known
  /// @param take whether a field that was changed since gets its value from before the write;
  ///   otherwise it keeps its live value
  static Result of(
      MapValue before, MapValue after, MapValue live, @Nullable Schema schema, boolean take) {
    var walk = new UndoMerge(take);
    MapValue was = content(before, /* status= */ false);
    Node object = walk.field(Place.of(schema, live, was, content(after, /* status= */ false)));
    return new Result(object instanceof MapValue map ? map : live, walk.conflicts);
  }

  /// Returns an object without the fields that a server maintains.
  ///
  /// @param status whether the status is kept
  static MapValue content(MapValue object, boolean status) {
    MapValue metadata = object.map(METADATA);
    for (String account : ACCOUNTS) {
      metadata = metadata.without(account);
    }
    MapValue own = object.without("apiVersion").without("kind").with(METADATA, metadata);
    return status ? own : own.without("status");
  }

  private Node field(Place at) {
    if (isSettled(at)) {
      return at.isSame(LIVE, AFTER) && !at.isSame(BEFORE, AFTER) ? at.at(BEFORE) : at.at(LIVE);
    }
    long there = at.nodes().stream().filter(Value.class::isInstance).count();
    boolean live = at.at(LIVE) instanceof Value;
    if (at.areOrMissing(MapValue.class) && (live || there == 2) && !at.type().isAtomic()) {
      return map(at);
    }
    if (at.areOrMissing(ListValue.class) && live && merges(at.type())) {
      Optional<Place.Items> items = at.items();
      if (items.isPresent()) {
        ListValue list = list(items.get());
        return list.isEmpty() && at.at(BEFORE) instanceof Missing ? MISSING : list;
      }
    }
    return conflict(at);
  }

  /// Whether the write or later ones have left the field as it was.
  private static boolean isSettled(Place at) {
    return at.isSame(BEFORE, AFTER) || at.isSame(LIVE, BEFORE) || at.isSame(LIVE, AFTER);
  }

  private Node conflict(Place at) {
    conflicts.add(new Conflict(at.path(), at.at(BEFORE), at.at(AFTER), at.at(LIVE)));
    return take ? at.at(BEFORE) : at.at(LIVE);
  }

  private static boolean merges(FieldType type) {
    return type.merges() || !type.serverKeys().isEmpty();
  }

  private Node map(Place at) {
    var merged = new LinkedHashMap<String, Value>();
    at.entries()
        .forEach(entry -> {
          if (field(entry) instanceof Value value) {
            merged.put(((FieldPath.Key) entry.path()).key(), value);
          }
        });
    boolean gone = at.at(BEFORE) instanceof Missing || at.at(LIVE) instanceof Missing;
    return merged.isEmpty() && gone ? MISSING : new MapValue(merged);
  }

  /// An item that the write added or removed is taken back whole, and not in parts.
  private ListValue list(Place.Items items) {
    var results = new LinkedHashMap<Value, Value>();
    for (Place item : items.all()) {
      boolean parts = isSettled(item) || item.are(Value.class);
      if ((parts ? field(item) : conflict(item)) instanceof Value value) {
        results.put(((FieldPath.Item) item.path()).identity(), value);
      }
    }
    List<List<Value>> names = items.names();
    return new ListValue(
        ordered(names.get(BEFORE), names.get(AFTER), names.get(LIVE), results.keySet()).stream()
            .map(results::get)
            .toList());
  }

  /// Returns the order of the resulting items: the live order, except where the write changed it.
  private static List<Value> ordered(
      List<Value> before, List<Value> after, List<Value> live, Set<Value> items) {
    if (live.equals(after) && items.size() == before.size() && items.containsAll(before)) {
      return before;
    }
    var order = new ArrayList<Value>(live.stream().filter(items::contains).toList());
    for (Value id : before) {
      if (items.contains(id) && !order.contains(id)) {
        order.add(place(id, before, order), id);
      }
    }
    List<Value> common = order.stream().filter(before::contains).filter(after::contains).toList();
    List<Value> written = after.stream().filter(common::contains).toList();
    if (common.equals(written)) {
      List<Value> was = before.stream().filter(common::contains).toList();
      int next = 0;
      for (int i = 0; i < order.size(); i++) {
        if (common.contains(order.get(i))) {
          order.set(i, was.get(next++));
        }
      }
    }
    return order;
  }

  /// Returns the index of a restored item: after the item that was in front of it, or before the
  /// item that followed it.
  private static int place(Value id, List<Value> before, List<Value> order) {
    int at = before.indexOf(id);
    for (int i = at - 1; i >= 0; i--) {
      int found = order.indexOf(before.get(i));
      if (found >= 0) {
        return found + 1;
      }
    }
    for (int i = at + 1; i < before.size(); i++) {
      int found = order.indexOf(before.get(i));
      if (found >= 0) {
        return found;
      }
    }
    return order.size();
  }
}
