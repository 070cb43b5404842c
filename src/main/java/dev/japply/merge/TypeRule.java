package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import java.util.Optional;

/// How a map or list field merges where the schema may end: inside maps with free keys and embedded
/// JSON, maps merge and lists are replaced. Objects that take no strategic merge patches go by the
/// topology of each type, also there.
///
/// @param type the type of the map or of the list; empty where nothing is known
/// @param field the rule of the schema; empty where nothing is known
record TypeRule(Optional<Schema> type, Optional<FieldRule> field) {

  static TypeRule ofMap(Optional<Schema> parent, String key, FieldPath path) {
    return of(parent, key, path, false);
  }

  static TypeRule ofList(Optional<Schema> parent, String key, FieldPath path) {
    return of(parent, key, path, true);
  }

  private static TypeRule of(Optional<Schema> parent, String key, FieldPath path, boolean list) {
    Optional<Schema> type = Sameness.child(parent, key);
    if (parent.isPresent() && !parent.get().isStrategic()) {
      return new TypeRule(type, type.map(FieldRule::ofTopology));
    }
    boolean described = parent.map(map -> describes(map, key)).orElse(false);
    if (!described) {
      return new TypeRule(type, Optional.empty());
    }
    Schema map = parent.orElseThrow();
    return new TypeRule(
        type,
        Optional.of(list ? FieldRule.ofList(map, key, path) : FieldRule.ofMap(map, key, path)));
  }

  /// A struct describes its fields, so that one it does not have is an error.
  private static boolean describes(Schema map, String key) {
    return !Opaque.is(map) && (map.field(key).isPresent() || map.additional().isEmpty());
  }

  Strategy strategy() {
    return field.map(FieldRule::strategy).orElse(Strategy.DEFAULT);
  }

  boolean retainKeys() {
    return field.map(FieldRule::retainKeys).orElse(false);
  }

  /// Whether this is a map whose keys are free, so that several writers share it.
  boolean hasFreeKeys() {
    return strategy() != Strategy.REPLACE
        && type.map(map -> Opaque.is(map) && map.additional().isPresent()).orElse(false);
  }
}
