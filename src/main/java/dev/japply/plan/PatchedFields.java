package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.ItemNames;
import dev.japply.walk.Place;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  private static final int PATCH = 0;
  private static final int BEFORE = 1;
  private static final int AFTER = 2;

  /// Returns a written field, or the last-applied annotation, that differs between `before` and
  /// `after`; empty if none does. Metadata is reported only if no other field differs.
  Optional<FieldPath> moved(MapValue patch, MapValue before, MapValue after) {
    Place root = Place.of(type, patch.without(METADATA), before, after);
    Place metadata = Place.of(type, patch, before, after).key(METADATA);
    return moved(root)
        .or(() -> moved(metadata.with(PATCH, patch.map(METADATA).without("resourceVersion"))))
        .or(() -> annotation(before, after));
  }

  /// Returns the last-applied annotation if it differs; empty if it does not.
  static Optional<FieldPath> annotation(MapValue before, MapValue after) {
    return LastApplied.text(before).equals(LastApplied.text(after))
        ? Optional.empty()
        : Optional.of(FieldPath.root().key(METADATA).key("annotations").key(LastApplied.KEY));
  }

  private Optional<FieldPath> moved(Place at) {
    if (at.isSame(BEFORE, AFTER)) {
      return Optional.empty();
    }
    if (at.are(MapValue.class) && !isWhole((MapValue) at.at(PATCH))) {
      return ofEntries(at);
    }
    if (at.are(ListValue.class) && isMerged(at) && !replaces((ListValue) at.at(PATCH))) {
      Optional<Place.Items> items = at.items();
      if (items.isPresent()) {
        return ofItems(items.get().all());
      }
    }
    return difference(at);
  }

  private Optional<FieldPath> ofEntries(Place map) {
    for (Place entry : map.entriesOf(PATCH)) {
      String key = ((FieldPath.Key) entry.path()).key();
      Optional<FieldPath> found =
          key.startsWith(DIRECTIVE)
              ? order(map.key(key.substring(key.indexOf('/') + 1)).with(PATCH, entry.at(PATCH)))
              : moved(entry);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<FieldPath> ofItems(List<Place> items) {
    for (Place item : items) {
      Optional<FieldPath> found = item.at(PATCH) instanceof Value ? moved(item) : Optional.empty();
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /// Returns the first path that differs, if all fields count.
  private static Optional<FieldPath> difference(Place at) {
    return firstDifference(at.only(BEFORE, AFTER));
  }

  /// Whether a patch is about all of its map.
  private static boolean isWhole(MapValue patch) {
    return patch.entries().keySet().stream()
        .anyMatch(key -> key.startsWith(DIRECTIVE) && key.indexOf('/') < 0);
  }

  private static boolean replaces(ListValue patch) {
    return patch.maps().stream().anyMatch(item -> item.text("$patch").equals("replace"));
  }

  /// Returns the difference for a directive about items, which depends on their presence and order.
  private Optional<FieldPath> order(Place list) {
    if (!isMerged(list) || !list.are(ListValue.class)) {
      return difference(list);
    }
    Set<Value> named = names(list, PATCH);
    Set<Value> before = names(list, BEFORE);
    Set<Value> after = names(list, AFTER);
    before.retainAll(named);
    after.retainAll(named);
    return named.stream()
        .filter(item -> before.contains(item) != after.contains(item))
        .findFirst()
        .map(item -> list.path().item(item))
        .or(() ->
            List.copyOf(before).equals(List.copyOf(after))
                ? Optional.empty()
                : Optional.of(list.path()));
  }

  private static Set<Value> names(Place list, int document) {
    var names = new ItemNames(list.type().keys());
    Set<Value> all = new LinkedHashSet<>();
    ((ListValue) list.at(document)).items().forEach(item -> all.add(names.of(item)));
    return all;
  }

  private boolean isMerged(Place list) {
    return strategic && list.type().merges();
  }

  /// Returns the first path, at a place of two documents or below it, where they differ; empty if
  /// nowhere.
  static Optional<FieldPath> firstDifference(Place at) {
    if (at.isSame(0, 1)) {
      return Optional.empty();
    }
    for (Place part : parts(at)) {
      Optional<FieldPath> found = firstDifference(part);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.of(at.path());
  }

  private static List<Place> parts(Place at) {
    if (at.are(MapValue.class)) {
      return at.entries();
    }
    Optional<Place.Items> items =
        at.are(ListValue.class) && !at.type().keys().isEmpty() ? at.items() : Optional.empty();
    if (items.isPresent()) {
      return items.get().all();
    }
    return at.areOfOneLength() ? at.rows() : List.of();
  }
}
