package dev.japply.merge;

import dev.japply.object.FieldSet;
import dev.japply.object.FieldSet.Node;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.walk.FieldType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The fields that a server-side apply of a manifest would own, computed as the server does
/// (`typed/tofieldset.go` of `sigs.k8s.io/structured-merge-diff`).
public final class AppliedFieldSet {
  /// Fields that identify an object or that the server maintains: no manager owns them.
  private static final List<String> UNOWNED_METADATA =
      List.of(
          "name",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "selfLink",
          "managedFields");

  private AppliedFieldSet() {}

  /// A field that the schema does not describe.
  static final class Undescribed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient FieldPath path;

    Undescribed(FieldPath path) {
      super(path.toString(), null, false, false);
      this.path = path;
    }

    FieldPath path() {
      return path;
    }
  }

  /// Returns the fields of `manifest`, each item with its keys in one order.
  ///
  /// @param type the type of the object
  /// @return empty if the schema does not describe a field of the manifest
  public static Optional<FieldSet> of(MapValue manifest, Schema type) {
    try {
      return Optional.of(read(manifest, type));
    } catch (Undescribed unknown) {
      return Optional.empty();
    }
  }

  /// @throws Undescribed if the schema does not describe a field of the manifest
  static FieldSet read(MapValue manifest, Schema type) {
    MapValue metadata = manifest.map("metadata");
    for (String key : UNOWNED_METADATA) {
      metadata = metadata.without(key);
    }
    MapValue own = manifest.without("apiVersion").without("kind").without("metadata");
    if (!metadata.isEmpty()) {
      own = own.with("metadata", metadata);
    }
    return map(own, type, FieldPath.root());
  }

  /// Whether a map or list has one owner. A value without a known type is a map with owners for
  /// each key, or a list with one.
  static boolean isOneValue(Value value, @Nullable Schema type) {
    return switch (value) {
      case MapValue map -> FieldType.of(type).isAtomic();
      case ListValue list -> !FieldType.of(type).isShared();
      default -> true;
    };
  }

  /// Returns the type of the entry `key` of a map; null if it may be of any type.
  ///
  /// @throws Undescribed if the schema does not describe it
  static @Nullable Schema entry(@Nullable Schema map, String key, FieldPath path) {
    if (map == null || isAny(map)) {
      return null;
    }
    return map.field(key)
        .map(Schema.Field::type)
        .or(map::additional)
        .orElseThrow(() -> new Undescribed(path));
  }

  private static boolean isAny(Schema type) {
    return type.def().kind().isEmpty()
        && type.def().fields().isEmpty()
        && type.def().additional() == null
        && type.def().items() == null;
  }

  private static boolean isDeclared(@Nullable Schema map, String key) {
    return map != null && map.field(key).isPresent();
  }

  /// Returns the key of an item in a set of fields: a key that the item omits has its default.
  ///
  /// @param list the type of the list
  /// @return empty if the items have no keys, or this one has none of them
  public static Optional<String> itemKey(Value item, Schema list) {
    try {
      return FieldType.of(list).isShared()
          ? Optional.of(key(item, list, FieldPath.root()))
          : Optional.empty();
    } catch (Undescribed unknown) {
      return Optional.empty();
    }
  }

  /// Returns the key of an item in a set of fields.
  ///
  /// @param list the type of the list
  /// @throws Undescribed if the item has none of the list's keys
  static String key(Value item, Schema list, FieldPath path) {
    if (!(list.def().topology() instanceof Topology.Keyed(List<String> names))) {
      return FieldSet.item(item);
    }
    FieldType type = FieldType.of(list);
    MapValue keys = MapValue.EMPTY;
    for (String name : names) {
      // A manifest may omit a key that has a default.
      keys =
          item instanceof MapValue map && type.itemKey(map, name) instanceof Value value
              ? keys.with(name, value)
              : keys;
    }
    if (keys.isEmpty()) {
      throw new Undescribed(path);
    }
    return FieldSet.item(keys);
  }

  private static FieldSet map(MapValue map, @Nullable Schema type, FieldPath path) {
    var nodes = new TreeMap<String, Node>();
    for (Map.Entry<String, Value> entry : map.entries().entrySet()) {
      String key = entry.getKey();
      FieldPath at = path.key(key);
      Value value = entry.getValue();
      node(value, entry(type, key, at), !isDeclared(type, key), at)
          .ifPresent(node -> nodes.put("f:" + key, node));
    }
    return new FieldSet(nodes);
  }

  /// Returns the node of a value; empty if it has no fields, as a list of items without items.
  ///
  /// @param member whether the value is a field of its own along with those below it
  private static Optional<Node> node(
      Value value, @Nullable Schema type, boolean member, FieldPath path) {
    boolean leaf =
        isOneValue(value, type)
            || value instanceof NullValue
            || (value instanceof MapValue map && map.isEmpty());
    if (leaf) {
      return Optional.of(new Node(true, FieldSet.EMPTY));
    }
    FieldSet below =
        switch (value) {
          case MapValue map -> map(map, type, path);
          case ListValue list when type != null -> items(list, type, path);
          default -> FieldSet.EMPTY;
        };
    return member || !below.nodes().isEmpty()
        ? Optional.of(new Node(member, below))
        : Optional.empty();
  }

  private static FieldSet items(ListValue list, Schema type, FieldPath path) {
    Schema items = type.items().orElse(null);
    var nodes = new TreeMap<String, Node>();
    for (int i = 0; i < list.size(); i++) {
      Value item = list.items().get(i);
      FieldPath at = path.index(i);
      Node node = node(item, items, true, at).orElseGet(() -> new Node(true, FieldSet.EMPTY));
      nodes.put(key(item, type, at), node);
    }
    return new FieldSet(nodes);
  }
}
