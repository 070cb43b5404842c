package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The merge rule of a map or list field, also in places without a schema. Inside maps with free
/// keys and embedded JSON, maps merge and lists are replaced. Objects that take no strategic merge
/// patches follow the topology of each type there, too.
///
/// @param type the type of the map or of the list; null if it is unknown
/// @param field the rule of the schema; null if it is unknown
record TypeRule(@Nullable Schema type, @Nullable FieldRule field) {

  static TypeRule ofMap(@Nullable Schema parent, String key, FieldPath path) {
    return of(parent, key, path, false);
  }

  static TypeRule ofList(@Nullable Schema parent, String key, FieldPath path) {
    return of(parent, key, path, true);
  }

  private static TypeRule of(@Nullable Schema parent, String key, FieldPath path, boolean list) {
    Schema type = child(parent, key);
    if (parent != null && !parent.isStrategic()) {
      return new TypeRule(type, type == null ? null : FieldRule.ofTopology(type));
    }
    if (parent == null || !describes(parent, key)) {
      return new TypeRule(type, null);
    }
    return new TypeRule(
        type, list ? FieldRule.ofList(parent, key, path) : FieldRule.ofMap(parent, key, path));
  }

  /// Returns the type of the value at `key` of a map; null if the schema does not describe it.
  static @Nullable Schema child(@Nullable Schema map, String key) {
    return map == null
        ? null
        : map.field(key).map(Schema.Field::type).or(map::additional).orElse(null);
  }

  /// Returns the type of a list's items; null if the schema does not describe it.
  static @Nullable Schema items(@Nullable Schema list) {
    return list == null ? null : list.items().orElse(null);
  }

  /// Returns whether a type describes no fields: maps with free keys, embedded JSON.
  static boolean isFreeForm(Schema type) {
    return type.def().fields().isEmpty();
  }

  /// Returns whether the type describes its fields, so that an unknown field is an error.
  private static boolean describes(Schema map, String key) {
    return !isFreeForm(map) && (map.field(key).isPresent() || map.additional().isEmpty());
  }

  Strategy strategy() {
    return field == null ? Strategy.DEFAULT : field.strategy();
  }

  /// Returns the rule of a field that merges.
  FieldRule merging() {
    return Objects.requireNonNull(field);
  }

  boolean retainKeys() {
    return field != null && field.retainKeys();
  }

  /// Returns whether this is a map with free keys, so that several writers share it.
  boolean hasFreeKeys() {
    return strategy() != Strategy.REPLACE
        && type != null
        && isFreeForm(type)
        && type.additional().isPresent();
  }
}
