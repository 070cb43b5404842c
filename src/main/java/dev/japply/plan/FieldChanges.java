package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.List;
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
    return between(new Place(path, FieldType.of(null), List.of(before, after)));
  }

  /// Returns all changed fields at a place in two states and below it.
  public static List<Change> between(Place at) {
    var found = new FieldChanges();
    found.compare(at);
    return found.changes;
  }

  /// Returns all changed fields, except those that the server or an apply maintains.
  ///
  /// @param type the schema of the object; null if it is not known
  /// @param status whether to include the status
  static List<Change> between(
      MapValue before, MapValue after, @Nullable Schema type, boolean status) {
    return between(Place.of(type, own(before, status), own(after, status)));
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

  private void compare(Place at) {
    if (at.isSame(0, 1)) {
      return;
    }
    int found = changes.size();
    if (at.are(MapValue.class)) {
      at.entries().forEach(this::compare);
    } else if (at.are(ListValue.class) && at.type().merges()) {
      at.items().ifPresent(items -> items.all().forEach(this::compare));
    }
    if (changes.size() == found) {
      changes.add(new Change(at.path(), at.at(0), at.at(1))); // a value, or the order alone
    }
  }
}
