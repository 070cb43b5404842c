package dev.japply.walk;

import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The type of a field, with the merge rule for lists.
///
/// @param type null if it is not known
/// @param rule the merge rule in the field's schema
public record FieldType(@Nullable Schema type, PatchRule rule) {
  public static FieldType of(@Nullable Schema type) {
    return new FieldType(type, PatchRule.NONE);
  }

  public FieldType key(String key) {
    if (type == null) {
      return this;
    }
    Schema.Field field = type.field(key).orElse(null);
    return field == null
        ? of(type.additional().orElse(null))
        : new FieldType(field.type(), field.rule());
  }

  /// Returns the type of the field at `path`, from here.
  public FieldType at(FieldPath path) {
    FieldType at = this;
    for (var steps = path.steps(); steps.hasNext(); ) {
      at = at.below(steps.next());
    }
    return at;
  }

  /// Returns the type after the last step of `path`, from the map or list before it.
  public FieldType below(FieldPath path) {
    return path instanceof FieldPath.Key(FieldPath map, String key) ? key(key) : item();
  }

  public FieldType item() {
    return of(type == null ? null : type.items().orElse(null));
  }

  /// Whether this is a list whose items merge.
  public boolean merges() {
    return type != null
        && (type.isStrategic()
            ? rule.strategies().contains("merge")
            : type.def().topology() != Topology.Plain.USUAL);
  }

  /// Whether a map keeps only the keys that the manifest names, if it names any.
  public boolean retainsKeys() {
    return rule.strategies().contains("retainKeys");
  }

  /// Whether this is a map that a strategic merge replaces.
  public boolean replaces() {
    return type != null && type.isStrategic() && rule.strategies().contains("replace");
  }

  /// Whether this is a map that has one owner in server-side apply.
  public boolean isAtomic() {
    return type != null && type.def().topology() == Topology.Plain.ATOMIC;
  }

  /// Whether this is a list whose items have owners of their own in server-side apply.
  public boolean isShared() {
    return type != null && (type.def().topology() == Topology.Plain.SET || !serverKeys().isEmpty());
  }

  /// Returns the merge keys of this list; empty if its items merge by their values.
  public List<String> keys() {
    if (type == null || !type.isStrategic()) {
      return serverKeys();
    }
    return rule.mergeKey().isEmpty() ? List.of() : List.of(rule.mergeKey());
  }

  /// Returns all keys of this list, of merges and of server-side apply.
  public List<String> allKeys() {
    return serverKeys().containsAll(keys())
        ? serverKeys()
        : Stream.concat(keys().stream(), serverKeys().stream()).toList();
  }

  /// Returns a key of an item of this list, or its default; missing if there is neither. An empty
  /// text gets the default of a built-in type, too.
  public Node itemKey(MapValue item, String key) {
    return itemKeys().key(item, key);
  }

  /// Returns the keys of this list's items.
  public ItemKeys itemKeys() {
    String mergeKey = type != null && type.isStrategic() ? rule.mergeKey() : "";
    return new ItemKeys(item(), mergeKey, serverKeys());
  }

  /// Returns the keys of this list in server-side apply; empty if it has none.
  public List<String> serverKeys() {
    return type != null && type.def().topology() instanceof Topology.Keyed(var keys)
        ? keys
        : List.of();
  }
}
