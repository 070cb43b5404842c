package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The fields that a patch writes.
///
/// @param type the schema of the object; null if it is not known
/// @param strategic whether the patch is a strategic merge patch, which can address items of lists
record PatchedFields(@Nullable Schema type, boolean strategic) {
  /// Finds fields of maps only, without a schema.
  static final PatchedFields OF_MAPS = new PatchedFields(null, false);

  private static final String METADATA = "metadata";

  /// The prefix of directives in a strategic merge patch, as in `$retainKeys`.
  private static final String DIRECTIVE = "$";

  private static final String PATCH = "$patch";

  /// Returns a written field, or the last-applied annotation, that differs between `before` and
  /// `after`; empty if none does. Metadata is reported only if no other field differs.
  Optional<FieldPath> moved(MapValue patch, MapValue before, MapValue after) {
    MapValue metadata = patch.map(METADATA).without("resourceVersion");
    var root = new Place(FieldPath.root(), TypedField.of(type));
    return moved(root, patch.without(METADATA), before, after)
        .or(() -> moved(root.key(METADATA), metadata, before.map(METADATA), after.map(METADATA)))
        .or(() -> annotation(before, after));
  }

  /// Returns the last-applied annotation if it differs; empty if it does not.
  static Optional<FieldPath> annotation(MapValue before, MapValue after) {
    return LastApplied.text(before).equals(LastApplied.text(after))
        ? Optional.empty()
        : Optional.of(FieldPath.root().key(METADATA).key("annotations").key(LastApplied.KEY));
  }

  /// A field, and how it merges.
  private record Place(FieldPath path, TypedField type) {
    Place key(String key) {
      return new Place(path.key(key), type.key(key));
    }

    Place item(Value identity) {
      return new Place(path.item(identity), type.item());
    }

    /// Returns the first path that differs, if all fields count.
    Optional<FieldPath> difference(Node before, Node after) {
      return FirstDifference.between(path, before, after, type);
    }
  }

  private Optional<FieldPath> moved(Place at, Value patch, Node before, Node after) {
    if (before.equals(after)) {
      return Optional.empty();
    }
    if (patch instanceof MapValue map
        && before instanceof MapValue one
        && after instanceof MapValue other
        && !isWhole(map)) {
      return ofMap(at, map, one, other);
    }
    return patch instanceof ListValue list
            && before instanceof ListValue one
            && after instanceof ListValue other
            && isByItems(at, list, one, other)
        ? ofItems(at, list, one, other)
        : at.difference(before, after);
  }

  /// Whether a patch is about all of its map.
  private static boolean isWhole(MapValue patch) {
    return patch.entries().keySet().stream()
        .anyMatch(key -> key.startsWith(DIRECTIVE) && key.indexOf('/') < 0);
  }

  private Optional<FieldPath> ofMap(Place at, MapValue patch, MapValue before, MapValue after) {
    var moved = new ArrayList<Optional<FieldPath>>();
    patch
        .entries()
        .forEach((key, value) -> {
          if (key.startsWith(DIRECTIVE)) {
            String list = key.substring(key.indexOf('/') + 1);
            moved.add(order(at.key(list), value, before.get(list), after.get(list)));
          } else {
            moved.add(moved(at.key(key), value, before.get(key), after.get(key)));
          }
        });
    return first(moved);
  }

  /// Returns the difference for a directive about items, which depends on their presence and order.
  private Optional<FieldPath> order(Place list, Value named, Node before, Node after) {
    if (!(isMerged(list)
        && named instanceof ListValue(List<Value> items)
        && before instanceof ListValue one
        && after instanceof ListValue other)) {
      return list.difference(before, after);
    }
    List<Value> places = places(items, one, list);
    List<Value> now = places(items, other, list);
    return items.stream()
        .filter(item -> places.contains(identity(item, list)) != now.contains(identity(item, list)))
        .findFirst()
        .map(item -> list.item(identity(item, list)).path())
        .or(() -> places.equals(now) ? Optional.empty() : Optional.of(list.path()));
  }

  /// Returns the named items that are in `list`, in its order.
  private static List<Value> places(List<Value> named, ListValue list, Place at) {
    List<Value> wanted = named.stream().map(item -> identity(item, at)).toList();
    return list.items().stream().map(item -> identity(item, at)).filter(wanted::contains).toList();
  }

  private static Value identity(Value item, Place list) {
    return list.type().identity(item);
  }

  private boolean isMerged(Place list) {
    return strategic && list.type().merges();
  }

  /// Whether `patch` addresses items one by one, and the lists identify their items.
  private boolean isByItems(Place at, ListValue patch, ListValue before, ListValue after) {
    return isMerged(at)
        && at.type().distinguishes(before)
        && at.type().distinguishes(after)
        && patch.items().stream()
            .noneMatch(item ->
                item instanceof MapValue map && map.get(PATCH).equals(Value.text("replace")));
  }

  private Optional<FieldPath> ofItems(
      Place at, ListValue patch, ListValue before, ListValue after) {
    var moved = new ArrayList<Optional<FieldPath>>();
    for (Value item : patch.items()) {
      Value identity = identity(item, at);
      moved.add(
          moved(
              at.item(identity),
              item,
              at.type().find(before, identity),
              at.type().find(after, identity)));
    }
    return first(moved);
  }

  private static Optional<FieldPath> first(List<Optional<FieldPath>> moved) {
    for (Optional<FieldPath> path : moved) {
      if (path.isPresent()) {
        return path;
      }
    }
    return Optional.empty();
  }
}
