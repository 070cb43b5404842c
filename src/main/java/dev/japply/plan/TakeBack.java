package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes one write to an object back: the fields that the write changed get their values from
/// before it, and all others keep their live values.
///
/// The result is computed field by field from three states, and not by an inverse patch: such a
/// patch cannot address the items of a list that has a key twice. A field that is neither as the
/// write left it nor as it was before is a conflict.
final class TakeBack {
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

  private final boolean take;
  private final List<Conflict> conflicts = new ArrayList<>();

  private TakeBack(boolean take) {
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
    var walk = new TakeBack(take);
    Node object =
        walk.field(
            FieldPath.root(),
            content(before, /* status= */ false),
            content(after, /* status= */ false),
            live,
            TypedField.of(schema));
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

  private Node field(FieldPath at, Node before, Node after, Node live, TypedField type) {
    if (before.equals(after) || live.equals(before)) {
      return live;
    }
    if (live.equals(after)) {
      return before;
    }
    if (areMaps(before, after, live) && !isAtomic(type)) {
      return map(at, mapOf(before), mapOf(after), live, before, type);
    }
    if (areLists(before, after, live) && merges(type)) {
      ListValue one = listOf(before);
      ListValue other = listOf(after);
      ListValue now = listOf(live);
      ItemNames names = ItemNames.of(type, one, other, now).orElse(null);
      if (names != null) {
        ListValue items = new Items(at, type, names).merged(one, other, now);
        return items.isEmpty() && before instanceof Missing ? MISSING : items;
      }
    }
    return conflict(at, before, after, live);
  }

  private Node conflict(FieldPath at, Node before, Node after, Node live) {
    conflicts.add(new Conflict(at, before, after, live));
    return take ? before : live;
  }

  /// Whether the fields of maps can be compared one by one. A missing map has none.
  private static boolean areMaps(Node before, Node after, Node live) {
    return isMap(before)
        && isMap(after)
        && isMap(live)
        && (live instanceof MapValue || (before instanceof MapValue && after instanceof MapValue));
  }

  private static boolean isMap(Node node) {
    return node instanceof MapValue || node instanceof Missing;
  }

  private static MapValue mapOf(Node node) {
    return node instanceof MapValue map ? map : MapValue.EMPTY;
  }

  private static boolean areLists(Node before, Node after, Node live) {
    return isList(before) && isList(after) && live instanceof ListValue;
  }

  private static boolean isList(Node node) {
    return node instanceof ListValue || node instanceof Missing;
  }

  private static ListValue listOf(Node node) {
    return node instanceof ListValue list ? list : ListValue.EMPTY;
  }

  private static boolean isAtomic(TypedField type) {
    return type.type() != null && type.type().def().topology() == Topology.Plain.ATOMIC;
  }

  private Node map(
      FieldPath at, MapValue before, MapValue after, Node live, Node was, TypedField type) {
    MapValue now = mapOf(live);
    Set<String> keys = new LinkedHashSet<>(now.entries().keySet());
    keys.addAll(before.entries().keySet());
    keys.addAll(after.entries().keySet());
    var merged = new LinkedHashMap<String, Value>();
    for (String key : keys) {
      Node value = field(at.key(key), before.get(key), after.get(key), now.get(key), type.key(key));
      if (value instanceof Value there) {
        merged.put(key, there);
      }
    }
    boolean gone = merged.isEmpty() && (was instanceof Missing || live instanceof Missing);
    return gone ? MISSING : new MapValue(merged);
  }

  private static boolean merges(TypedField type) {
    return type.merges()
        || (type.type() != null && !(type.type().def().topology() instanceof Topology.Plain));
  }

  /// A list whose items are identified by keys, or by their values.
  private final class Items {
    private final FieldPath at;
    private final TypedField type;
    private final ItemNames names;

    Items(FieldPath at, TypedField type, ItemNames names) {
      this.at = at;
      this.type = type;
      this.names = names;
    }

    ListValue merged(ListValue before, ListValue after, ListValue live) {
      SequencedMap<Value, Value> was = names.index(before);
      SequencedMap<Value, Value> written = names.index(after);
      SequencedMap<Value, Value> now = names.index(live);
      var items = new LinkedHashMap<Value, Value>();
      Set<Value> all = new LinkedHashSet<>(now.keySet());
      all.addAll(was.keySet());
      for (Value id : all) {
        Node item = item(at.item(id), get(was, id), get(written, id), get(now, id));
        if (item instanceof Value value) {
          items.put(id, value);
        }
      }
      List<Value> order =
          ordered(
              List.copyOf(was.keySet()),
              List.copyOf(written.keySet()),
              List.copyOf(now.keySet()),
              items.keySet());
      return new ListValue(order.stream().map(items::get).toList());
    }

    private static Node get(SequencedMap<Value, Value> items, Value id) {
      Value item = items.get(id);
      return item == null ? MISSING : item;
    }

    /// An item that the write added or removed is taken back whole, and not in parts.
    private Node item(FieldPath path, Node before, Node after, Node live) {
      if (before.equals(after) || live.equals(before)) {
        return live;
      }
      if (live.equals(after)) {
        return before;
      }
      boolean whole =
          before instanceof Missing || after instanceof Missing || live instanceof Missing;
      return whole
          ? conflict(path, before, after, live)
          : field(path, before, after, live, type.item());
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
}
