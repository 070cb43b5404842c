package dev.japply.plan;

import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of a field: its type, and how a list of that type is merged.
///
/// @param type null where it is not known
/// @param rule what the field's schema says beside its type
record FieldType(@Nullable Schema type, PatchRule rule) {

  static FieldType of(@Nullable Schema type) {
    return new FieldType(type, PatchRule.NONE);
  }

  /// That of the field `key` of this map.
  FieldType key(String key) {
    if (type == null) {
      return this;
    }
    return type.field(key)
        .map(field -> new FieldType(field.type(), field.rule()))
        .orElseGet(() -> of(type.additional().orElse(null)));
  }

  /// That of this list's items.
  FieldType item() {
    return of(type == null ? null : type.items().orElse(null));
  }

  /// Whether this is a list whose items merge.
  boolean merges() {
    return type != null
        && (type.isStrategic()
            ? rule.strategies().contains("merge")
            : type.def().topology() != Topology.Plain.USUAL);
  }

  /// By which items are told apart; none where it is by the whole of them.
  private List<String> keys() {
    if (type == null) {
      return List.of();
    }
    if (type.isStrategic()) {
      return rule.mergeKey().isEmpty() ? List.of() : List.of(rule.mergeKey());
    }
    return type.def().topology() instanceof Topology.Keyed(List<String> keys) ? keys : List.of();
  }

  /// Whether this is a list whose items have keys.
  boolean hasKeys() {
    return !keys().isEmpty();
  }

  /// What tells an item of this list from others: its keys, or all of it.
  Value identity(Value item) {
    if (!(item instanceof MapValue map)) {
      return item;
    }
    var identity = new LinkedHashMap<String, Value>();
    for (String key : keys()) {
      if (map.get(key) instanceof Value value) {
        identity.put(key, value);
      }
    }
    return identity.isEmpty() ? item : new MapValue(identity);
  }

  /// Whether no two items have one identity.
  boolean tellsApart(ListValue list) {
    var seen = new HashSet<Value>();
    return list.items().stream().allMatch(item -> seen.add(identity(item)));
  }

  /// The item of that identity.
  Node find(ListValue list, Value identity) {
    return list.items().stream()
        .filter(item -> identity(item).equals(identity))
        .findFirst()
        .<Node>map(item -> item)
        .orElse(Missing.MISSING);
  }
}
