package dev.japply.plan;

import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The schema of a map or list on the path to a field.
///
/// @param type the type of its values; null if it is not known
/// @param merging whether it is a list whose items have owners of their own
/// @param keys the merge keys of its items; empty for lists of primitives
/// @param mergeKey the key of a strategic merge; empty if there is none
record ListType(@Nullable Schema type, boolean merging, List<String> keys, String mergeKey) {
  ListType {
    keys = List.copyOf(keys);
  }

  /// Creates the type of a list without a merge key.
  ListType(@Nullable Schema type, boolean merging, List<String> keys) {
    this(type, merging, keys, "");
  }

  static ListType of(@Nullable Schema map, String key) {
    if (map == null) {
      return new ListType(null, false, List.of());
    }
    Optional<Schema.Field> field = map.field(key);
    Schema type = field.map(Schema.Field::type).or(map::additional).orElse(null);
    if (type == null) {
      return new ListType(null, false, List.of());
    }
    Topology topology = type.def().topology();
    var keys = new ArrayList<String>();
    if (topology instanceof Topology.Keyed(List<String> named)) {
      keys.addAll(named);
    }
    boolean merging = topology instanceof Topology.Keyed || topology == Topology.Plain.SET;
    String mergeKey = "";
    if (map.isStrategic()) {
      merging = field.filter(f -> f.rule().strategies().contains("merge")).isPresent();
      mergeKey = field.map(f -> f.rule().mergeKey()).orElse("");
      if (!mergeKey.isEmpty() && !keys.contains(mergeKey)) {
        keys.addFirst(mergeKey);
      }
    }
    return new ListType(type, merging, keys, mergeKey);
  }

  /// Returns the type of its items; null if it is not a list or the type is not known.
  @Nullable Schema items() {
    return type == null ? null : type.items().orElse(null);
  }
}
