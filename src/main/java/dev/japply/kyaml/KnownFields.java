package dev.japply.kyaml;

import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds the schemas of the fields that a walk visits.
///
/// @param types the type of an object by its `apiVersion` and `kind`; null if it is unknown
record KnownFields(Function<MapValue, @Nullable Schema> types) {

  /// Returns `field`, or else the type of the first object in `nodes` with a known type; null if
  /// there is none.
  Schema.@Nullable Field of(Schema.@Nullable Field field, Node... nodes) {
    if (field != null) {
      return field;
    }
    for (Node node : nodes) {
      if (node instanceof MapValue map && map.has("kind") && map.has("apiVersion")) {
        Schema type = types.apply(map);
        if (type != null) {
          return new Schema.Field(type, PatchRule.NONE);
        }
      }
    }
    return null;
  }

  static Schema.@Nullable Field child(Schema.@Nullable Field parent, String key) {
    if (parent == null) {
      return null;
    }
    Schema type = parent.type();
    return type.field(key)
        .or(() -> type.additional().map(values -> new Schema.Field(values, PatchRule.NONE)))
        .orElse(null);
  }

  static Schema.@Nullable Field item(Schema.Field list) {
    return list.type().items().map(item -> new Schema.Field(item, PatchRule.NONE)).orElse(null);
  }

  /// Returns whether a list merges by items, which needs a way to identify each item.
  static boolean merges(Schema.Field list) {
    return list.rule().strategies().contains("merge");
  }

  /// Missing, or null.
  static boolean isNothing(Node node) {
    return node instanceof Missing || node instanceof NullValue;
  }
}
