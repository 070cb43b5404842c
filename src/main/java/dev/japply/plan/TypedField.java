package dev.japply.plan;

import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import java.util.HashSet;
import java.util.List;
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

  /// Returns the type of the field at `path`, from here.
  TypedField at(FieldPath path) {
    TypedField at = this;
    for (var steps = path.steps(); steps.hasNext(); ) {
      at =
          steps.next() instanceof FieldPath.Key(FieldPath map, String key)
              ? at.key(key)
              : at.item();
    }
    return at;
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
  List<String> keys() {
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
    return new ItemNames(keys()).of(item);
  }

  /// Whether no two items have one identity.
  boolean distinguishes(ListValue list) {
    var seen = new HashSet<Value>();
    return list.items().stream().allMatch(item -> seen.add(identity(item)));
  }

  Node find(ListValue list, Value identity) {
    return list.items().stream()
        .filter(item -> identity(item).equals(identity))
        .findFirst()
        .<Node>map(item -> item)
        .orElse(Missing.MISSING);
  }
}
