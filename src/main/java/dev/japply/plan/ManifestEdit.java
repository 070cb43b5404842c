package dev.japply.plan;

import dev.japply.merge.AppliedFieldSet;
import dev.japply.object.FieldSet;
import dev.japply.object.OwnedFields;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Edits of a manifest by paths whose items have keys. An item of the manifest may omit keys that
/// have a default.
final class ManifestEdit {
  private ManifestEdit() {}

  /// Returns `tree` without the field, and without each map and list that becomes empty.
  static MapValue without(FieldPath path, MapValue tree, @Nullable Schema schema) {
    return FieldRemoval.without(List.of(numbered(path, tree, schema)), tree);
  }

  /// Returns `tree` without the field, and without each map and list that becomes empty. A map that
  /// is a field of its own in `own` stays: an apply without it would remove it, along with fields
  /// of others.
  static MapValue without(FieldPath path, MapValue tree, @Nullable Schema schema, OwnedFields own) {
    FieldPath at = numbered(path, tree, schema);
    if (!(at.in(tree) instanceof Value)) {
      return tree;
    }
    FieldPath top = FieldRemoval.top(at, tree);
    FieldPath keyed = path;
    while (!at.equals(top) && !isOwned(keyed.parentPath(), own)) {
      at = at.parentPath();
      keyed = keyed.parentPath();
    }
    return (MapValue) at.put(tree, Missing.MISSING);
  }

  /// Returns `tree` with the innermost map around the field that is a field of its own in `own`,
  /// empty if `tree` lacks it: an apply without it would remove it, along with the field.
  static MapValue keepingMap(
      FieldPath path, MapValue tree, MapValue live, @Nullable Schema schema, OwnedFields own) {
    for (FieldPath map = path.parentPath(); map instanceof FieldPath.Key; map = map.parentPath()) {
      if (isOwned(map, own)) {
        return numbered(map, tree, schema).in(tree) instanceof Value
            ? tree
            : put(map, tree, live, MapValue.EMPTY, schema);
      }
    }
    return tree;
  }

  private static boolean isOwned(FieldPath map, OwnedFields own) {
    return map instanceof FieldPath.Key
        && own.fields().at(map).filter(FieldSet.Node::member).isPresent();
  }

  /// Returns `tree` with `value` at `path`. Missing maps and items on the path are added, items
  /// with their keys and in the order of `live`.
  static MapValue put(
      FieldPath path, MapValue tree, MapValue live, Value value, @Nullable Schema schema) {
    FieldPath at = numbered(path, tree, schema);
    FieldPath parent = at.parentPath();
    if (at.in(tree) instanceof Value) {
      return (MapValue) at.put(tree, value);
    }
    Node around = parent.in(tree);
    return switch (at) {
      case FieldPath.Root root -> tree;
      case FieldPath.Key(FieldPath map, String key) -> {
        MapValue into =
            around instanceof MapValue known
                ? known
                : parent instanceof FieldPath.Item(FieldPath list, MapValue keys)
                    ? keys
                    : MapValue.EMPTY;
        MapValue filled = into.with(key, value);
        yield parent instanceof FieldPath.Root ? filled : put(parent, tree, live, filled, schema);
      }
      case FieldPath.Index index ->
          put(parent, tree, live, added(around, parent, live, value), schema);
      case FieldPath.Item item ->
          put(parent, tree, live, added(around, parent, live, value), schema);
    };
  }

  /// Returns the list at `list` with another item, placed as in the live list.
  private static ListValue added(Node items, FieldPath list, MapValue live, Value item) {
    var all = new ArrayList<Value>(items instanceof ListValue known ? known.items() : List.of());
    List<Value> order = list.in(live) instanceof ListValue(List<Value> stored) ? stored : List.of();
    int place = place(order, item);
    int at = 0;
    while (at < all.size() && place(order, all.get(at)) < place) {
      at++;
    }
    all.add(at, item);
    return new ListValue(all);
  }

  /// Returns the number of the live item that `item` is about: the first with its name, else the
  /// first with one of its values.
  private static int place(List<Value> live, Value item) {
    for (int i = 0; i < live.size(); i++) {
      if (isSame(live.get(i), item)) {
        return i;
      }
    }
    return Integer.MAX_VALUE;
  }

  private static boolean isSame(Value live, Value item) {
    if (!(live instanceof MapValue stored) || !(item instanceof MapValue map)) {
      return live.equals(item);
    }
    return map.has("name")
        ? map.get("name").equals(stored.get("name"))
        : map.entries().entrySet().stream()
            .anyMatch(entry -> entry.getValue().equals(stored.get(entry.getKey())));
  }

  /// Returns the path with items by their number in `tree`, where that has them.
  ///
  /// @param schema the type of `tree`; null if it is not known
  static FieldPath numbered(FieldPath path, MapValue tree, @Nullable Schema schema) {
    FieldPath at = FieldPath.root();
    FieldType type = FieldType.of(schema);
    for (var steps = path.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      at =
          switch (step) {
            case FieldPath.Root root -> at;
            case FieldPath.Key(FieldPath map, String key) -> at.key(key);
            case FieldPath.Index(FieldPath list, int index) -> at.index(index);
            case FieldPath.Item(FieldPath list, Value identity) ->
                item(at, identity, tree, type.type());
          };
      type = type.below(step);
    }
    return at;
  }

  /// Finds an item by its keys, which it may omit if they have a default. Without a schema, an item
  /// with all keys takes precedence.
  private static FieldPath item(
      FieldPath list, Value identity, MapValue tree, @Nullable Schema type) {
    if (!(list.in(tree) instanceof ListValue(List<Value> items))) {
      return list.item(identity);
    }
    String wanted =
        identity instanceof MapValue keys ? FieldSet.item(keys) : FieldSet.item(identity);
    boolean keyed =
        type != null && AppliedFieldSet.itemKey(identity, type).filter(wanted::equals).isPresent();
    FieldPath strict = list.item(identity).numberedIn(tree);
    if (!(strict instanceof FieldPath.Item)) {
      return strict;
    }
    for (int i = 0; i < items.size(); i++) {
      Value item = items.get(i);
      boolean same =
          (keyed && type != null)
              ? AppliedFieldSet.itemKey(item, type).filter(wanted::equals).isPresent()
              : LastWriter.names(item, identity);
      if (same) {
        return list.index(i);
      }
    }
    return list.item(identity);
  }
}
