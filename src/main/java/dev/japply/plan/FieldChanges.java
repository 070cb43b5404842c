package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Finds the fields that differ between two states of one object.
public final class FieldChanges {
  private static final String METADATA = "metadata";

  /// The metadata that the server maintains.
  private static final List<String> ACCOUNTS =
      List.of("creationTimestamp", "generation", "managedFields", "resourceVersion", "uid");

  private final List<Change> changes = new ArrayList<>();

  private FieldChanges() {}

  /// A field that differs.
  ///
  /// @param before its value before; missing if it does not exist
  /// @param after its value afterwards; missing if it does not exist
  public record Change(FieldPath path, Node before, Node after) {
    /// Returns the changes of single fields, where a map appears or disappears as a whole: its
    /// fields can have different owners. An item that disappears stays whole, because its keys
    /// identify it.
    List<Change> fields() {
      if (before instanceof Missing && after instanceof MapValue map && !map.isEmpty()) {
        return fields(map, key -> new Change(path.key(key), before, map.get(key)));
      }
      if (after instanceof Missing
          && path instanceof FieldPath.Key
          && before instanceof MapValue map
          && !map.isEmpty()) {
        return fields(map, key -> new Change(path.key(key), map.get(key), after));
      }
      return List.of(this);
    }

    private static List<Change> fields(MapValue map, Function<String, Change> change) {
      return map.entries().keySet().stream()
          .map(change)
          .flatMap(field -> field.fields().stream())
          .toList();
    }
  }

  /// Returns all changed fields within a field of unknown type: lists differ as a whole.
  ///
  /// @param path the field; the root for an object
  public static List<Change> within(FieldPath path, Node before, Node after) {
    var found = new FieldChanges();
    found.compare(path, before, after, TypedField.of(null));
    return found.changes;
  }

  /// Returns all changed fields of a value, by their paths from there.
  static List<Change> between(Node before, Node after, TypedField type) {
    var found = new FieldChanges();
    found.compare(FieldPath.root(), before, after, type);
    return found.changes;
  }

  /// Returns all changed fields, except those that the server or an apply maintains.
  ///
  /// @param status whether to include the status
  static List<Change> between(MapValue before, MapValue after, TypedField type, boolean status) {
    var found = new FieldChanges();
    found.compare(FieldPath.root(), own(before, status), own(after, status), type);
    return found.changes;
  }

  /// Returns an object without the fields that the server or an apply maintains.
  private static MapValue own(MapValue object, boolean status) {
    MapValue metadata = object.map(METADATA);
    for (String account : ACCOUNTS) {
      metadata = metadata.without(account);
    }
    MapValue annotations = metadata.map("annotations").without(LastApplied.KEY);
    metadata =
        annotations.isEmpty()
            ? metadata.without("annotations")
            : metadata.with("annotations", annotations);
    MapValue own = object.with(METADATA, metadata);
    return status ? own : own.without("status");
  }

  private void compare(FieldPath at, Node before, Node after, TypedField type) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof MapValue one && after instanceof MapValue other) {
      Set<String> keys = new LinkedHashSet<>(one.entries().keySet());
      keys.addAll(other.entries().keySet());
      keys.forEach(key -> compare(at.key(key), one.get(key), other.get(key), type.key(key)));
      return;
    }
    if (before instanceof ListValue one && after instanceof ListValue other && type.merges()) {
      Optional<ItemNames> names = ItemNames.of(type, one, other);
      if (names.isPresent()) {
        var ones = new Items(one, names.get().index(one));
        compareItems(at, ones, new Items(other, names.get().index(other)), type.item());
        return;
      }
    }
    changes.add(new Change(at, before, after));
  }

  private void compareItems(FieldPath at, Items before, Items after, TypedField item) {
    Set<Value> names = new LinkedHashSet<>(before.byName().keySet());
    names.addAll(after.byName().keySet());
    int found = changes.size();
    for (Value name : names) {
      compare(at.item(name), before.get(name), after.get(name), item);
    }
    if (changes.size() == found) {
      changes.add(new Change(at, before.list(), after.list())); // the order alone
    }
  }

  /// A list and its items.
  private record Items(ListValue list, Map<Value, Value> byName) {
    Node get(Value name) {
      Value item = byName.get(name);
      return item == null ? Missing.MISSING : item;
    }
  }
}
