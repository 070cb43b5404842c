package dev.japply.merge;

import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.Optional;

/// What a server fills in by the defaults of a schema.
final class Defaults {
  private Defaults() {}

  /// `value` as it is stored: without nulls, and with the defaults of its type, at any depth.
  static Value fill(Value value, Optional<Schema> type) {
    return switch (value) {
      case MapValue map -> fill(map, type);
      case ListValue list ->
          new ListValue(
              list.items().stream().map(item -> fill(item, type.flatMap(Schema::items))).toList());
      default -> value;
    };
  }

  private static MapValue fill(MapValue map, Optional<Schema> type) {
    var filled = new LinkedHashMap<>(Nulls.drop(map).entries());
    type.ifPresent(known ->
        known
            .def()
            .fields()
            .forEach((key, field) -> {
              if (field.rule().defaultValue() instanceof Value value) {
                filled.putIfAbsent(key, value);
              }
            }));
    filled.replaceAll((key, value) -> fill(value, Sameness.child(type, key)));
    return new MapValue(filled);
  }
}
