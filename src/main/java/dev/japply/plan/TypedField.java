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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The type of a field, with the merge rule for lists.
///
/// @param type null if it is not known
/// @param rule the merge rule in the field's schema
record TypedField(@Nullable Schema type, PatchRule rule) {

  static TypedField of(@Nullable Schema type) {
    return new TypedField(type, PatchRule.NONE);
  }

  TypedField key(String key) {
    if (type == null) {
      return this;
    }
    return type.field(key)
        .map(field -> new TypedField(field.type(), field.rule()))
        .orElseGet(() -> of(type.additional().orElse(null)));
  }

  TypedField item() {
    return of(type == null ? null : type.items().orElse(null));
  }

  /// Whether this is a list whose items merge.
  boolean merges() {
    return type != null
        && (type.isStrategic()
            ? rule.strategies().contains("merge")
            : type.def().topology() != Topology.Plain.USUAL);
  }

  /// Returns the merge keys of this list; empty if items are compared as a whole.
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

  /// Returns the identity of an item of this list: its keys, or the whole item.
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
  boolean distinguishes(ListValue list) {
    var seen = new HashSet<Value>();
    return list.items().stream().allMatch(item -> seen.add(identity(item)));
  }

  /// Returns the items of a list whose items it distinguishes, in their order.
  Map<Value, Value> byIdentity(ListValue list) {
    var items = new LinkedHashMap<Value, Value>();
    list.items().forEach(item -> items.put(identity(item), item));
    return items;
  }

  Node find(ListValue list, Value identity) {
    return list.items().stream()
        .filter(item -> identity(item).equals(identity))
        .findFirst()
        .<Node>map(item -> item)
        .orElse(Missing.MISSING);
  }
}
