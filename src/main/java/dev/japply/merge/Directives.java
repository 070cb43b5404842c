package dev.japply.merge;

import dev.japply.merge.MergeException.Reason;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;

/// The keys with a meaning of their own in a strategic merge patch.
///
/// See "Update API objects in place using kubectl patch":
/// <https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/>
final class Directives {
  /// The patch mode of the map that contains this key: `replace`, `merge` or `delete`.
  static final String PATCH = "$patch";

  /// The keys to retain in the map that contains this key; all others are removed.
  static final String RETAIN_KEYS = "$retainKeys";

  /// Prefix of a list's name: the key contains the order of the list's items.
  static final String SET_ELEMENT_ORDER = "$setElementOrder/";

  /// Before the name of a list of primitives: items to take out.
  static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";

  static final Value REPLACE = Value.text("replace");
  static final Value MERGE = Value.text("merge");
  static final Value DELETE = Value.text("delete");

  private Directives() {}

  /// Returns the item that deletes the one with this key.
  static MapValue deletion(String mergeKey, Value value) {
    return MapValue.of(mergeKey, value).with(PATCH, DELETE);
  }

  /// Returns whether `value` is a map with a `$patch` directive.
  static boolean isMarked(Value value) {
    return value instanceof MapValue map && map.has(PATCH);
  }

  /// Returns whether a value is or contains such a map.
  static boolean isMarkedWithin(Value value) {
    return switch (value) {
      case MapValue map ->
          isMarked(map) || map.entries().values().stream().anyMatch(Directives::isMarkedWithin);
      case ListValue list -> list.items().stream().anyMatch(Directives::isMarkedWithin);
      default -> false;
    };
  }

  /// Returns the patch that replaces a map by another one.
  static MapValue replacement(MapValue map, FieldPath path) {
    if (isMarked(map)) {
      throw inexpressible(path.key(PATCH));
    }
    return map.with(PATCH, REPLACE);
  }

  /// Fails if a server would take data for a directive.
  static void requireExpressible(Value value, FieldPath path) {
    if (isMarkedWithin(value)) {
      throw inexpressible(path);
    }
  }

  private static MergeException inexpressible(FieldPath path) {
    return new MergeException(
        Reason.BAD_PATCH_TYPE, path, "a patch cannot set the key " + PATCH + " at " + path);
  }

  /// Returns whether a key is a directive instead of a field.
  static boolean isDirective(String key) {
    return key.startsWith("$")
        && (key.equals(PATCH)
            || key.equals(RETAIN_KEYS)
            || isForLists(key, SET_ELEMENT_ORDER)
            || isForLists(key, DELETE_FROM_LIST));
  }

  /// Returns whether a value contains a key that is a directive, at any depth.
  static boolean areIn(Value value) {
    if (value instanceof MapValue map) {
      for (var entry : map.entries().entrySet()) {
        if (isDirective(entry.getKey()) || areIn(entry.getValue())) {
          return true;
        }
      }
    } else if (value instanceof ListValue list) {
      for (Value item : list.items()) {
        if (areIn(item)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Returns whether a key is a directive for lists. The server accepts the directive even without
  /// the name of a list.
  private static boolean isForLists(String key, String directive) {
    return key.startsWith(directive.substring(0, directive.length() - 1));
  }

  /// Fails if a directive for a list, which is about to be applied, does not name a list. Deletions
  /// apply to objects only, orders to patches, too.
  static void requireListNames(MapValue patch, boolean intoObject, FieldPath path) {
    for (String key : patch.entries().keySet()) {
      requireListName(key, SET_ELEMENT_ORDER, Reason.BAD_SET_ELEMENT_ORDER, path);
      if (intoObject) {
        requireListName(key, DELETE_FROM_LIST, Reason.BAD_DELETE_LIST, path);
      }
    }
  }

  private static void requireListName(String key, String directive, Reason reason, FieldPath path) {
    if (isForLists(key, directive) && !key.startsWith(directive)) {
      throw new MergeException(reason, path, "the directive " + key + " must name a list");
    }
  }
}
