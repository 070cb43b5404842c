package dev.japply.merge;

import dev.japply.object.FieldSet;
import dev.japply.object.OwnedFields;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The live values of the fields that a manager owns by server-side apply, in the form of a
/// manifest: to apply them changes neither a value nor an owner.
public final class AppliedValues {
  private AppliedValues() {}

  /// Returns the part of the field at `path` in `live` that the manager owns; empty if it owns
  /// none.
  ///
  /// @param path the field, with items by all of their keys
  /// @param type the type of the object; null if it is not known
  public static Optional<Value> at(
      FieldPath path, OwnedFields own, MapValue live, @Nullable Schema type) {
    FieldSet.Node node = own.fields().at(path).orElse(null);
    if (node == null || !(path.in(live) instanceof Value value)) {
      return Optional.empty();
    }
    Schema at = FieldType.of(type).at(path).type();
    return path instanceof FieldPath.Item
        ? item(node, value, at, path)
        : part(node, value, at, path);
  }

  private static Optional<Value> part(
      FieldSet.Node node, Value live, @Nullable Schema type, FieldPath path) {
    if (AppliedFieldSet.isOneValue(live, type)) {
      return Optional.of(live);
    }
    boolean leaf = node.below().nodes().isEmpty();
    return switch (live) {
      case MapValue map -> {
        MapValue part = map(node.below(), map, type, path);
        // Only an empty map is a field without fields below it.
        yield leaf || node.member() || !part.isEmpty() ? Optional.of(part) : Optional.empty();
      }
      case ListValue list when type != null -> {
        ListValue part = items(node.below(), list, type, path);
        yield leaf || !part.isEmpty() ? Optional.of(part) : Optional.empty();
      }
      default -> Optional.of(live);
    };
  }

  private static MapValue map(
      FieldSet fields, MapValue live, @Nullable Schema type, FieldPath path) {
    FieldType fieldType = FieldType.of(type);
    var found = new LinkedHashMap<String, Value>();
    live.entries()
        .forEach((key, value) -> {
          FieldSet.Node node = fields.nodes().get("f:" + key);
          FieldPath at = path.key(key);
          Optional<Value> part =
              node == null ? Optional.empty() : part(node, value, fieldType.key(key).type(), at);
          part.ifPresent(own -> found.put(key, own));
        });
    return new MapValue(found);
  }

  private static ListValue items(FieldSet fields, ListValue live, Schema type, FieldPath path) {
    var found = new ArrayList<Value>();
    for (int i = 0; i < live.size(); i++) {
      Value value = live.items().get(i);
      FieldPath at = path.index(i);
      String key = AppliedFieldSet.key(value, type, at);
      FieldSet.Node node = fields.nodes().get(key);
      if (node != null) {
        item(node, value, TypeRule.items(type), FieldSet.path(path, key).orElse(at))
            .ifPresent(found::add);
      }
    }
    return new ListValue(found);
  }

  /// Returns the part of an item; empty if the manager owns none. A key that the manager does not
  /// own was filled in by the server. If it owns nothing but the item, the part has all keys.
  private static Optional<Value> item(
      FieldSet.Node node, Value live, @Nullable Schema type, FieldPath path) {
    if (!(live instanceof MapValue map) || AppliedFieldSet.isOneValue(live, type)) {
      return Optional.of(live);
    }
    MapValue part = map(node.below(), map, type, path);
    if (!part.isEmpty()) {
      return Optional.of(part);
    }
    return node.member() && path instanceof FieldPath.Item(FieldPath list, Value keys)
        ? Optional.of(keys)
        : Optional.empty();
  }
}
