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
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
    } else if (before instanceof ListValue one
        && after instanceof ListValue other
        && type.merges()
        && type.distinguishes(one)
        && type.distinguishes(other)) {
      compareItems(at, one, other, type);
    } else {
      changes.add(new Change(at, before, after));
    }
  }

  private void compareItems(FieldPath at, ListValue before, ListValue after, TypedField type) {
    Map<Value, Value> ones = type.byIdentity(before);
    Map<Value, Value> others = type.byIdentity(after);
    Set<Value> identities = new LinkedHashSet<>(ones.keySet());
    identities.addAll(others.keySet());
    int found = changes.size();
    for (Value identity : identities) {
      Node one = node(ones.get(identity));
      Node other = node(others.get(identity));
      compare(at.item(identity), one, other, type.item());
    }
    if (changes.size() == found) {
      changes.add(new Change(at, before, after)); // the order alone
    }
  }

  private static Node node(@Nullable Value item) {
    return item == null ? Missing.MISSING : item;
  }
}
