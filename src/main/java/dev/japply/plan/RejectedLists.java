package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.plan.MigrationFinding.Rejected;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the lists of a manifest that server-side apply rejects: items of a list by keys
/// (`x-kubernetes-list-type: map`) that have the same keys, or lack one, and values that a set has
/// twice.
///
/// <https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy>
public final class RejectedLists {
  private final List<Rejected> found = new ArrayList<>();

  private RejectedLists() {}

  /// Returns the rejected lists of `manifest`, whose type is `schema`.
  public static List<Rejected> find(MapValue manifest, Schema schema) {
    var lists = new RejectedLists();
    lists.search(manifest, schema, FieldPath.root());
    return List.copyOf(lists.found);
  }

  private void search(Value value, Schema type, FieldPath at) {
    if (value instanceof MapValue map) {
      map.entries()
          .forEach((key, inner) ->
              type.field(key)
                  .map(Schema.Field::type)
                  .or(type::additional)
                  .ifPresent(below -> search(inner, below, at.key(key))));
    } else if (value instanceof ListValue(List<Value> items) && type.items().isPresent()) {
      Schema item = type.items().get();
      check(items, type.def().topology(), item, at);
      for (int i = 0; i < items.size(); i++) {
        search(items.get(i), item, at.index(i));
      }
    }
  }

  private void check(List<Value> items, Topology topology, Schema item, FieldPath at) {
    Set<Value> seen = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      FieldPath place = at.index(i);
      if (topology instanceof Topology.Keyed(List<String> keys)) {
        Optional<MapValue> identity = identity(items.get(i), keys, item, place);
        identity
            .filter(known -> !seen.add(known))
            .ifPresent(known ->
                found.add(new Rejected(place, "another item has the same " + text(known))));
      } else if (topology == Topology.Plain.SET && !seen.add(items.get(i))) {
        found.add(new Rejected(place, "the set has this value twice"));
      }
    }
  }

  /// Returns the keys of an item; empty if a key without default is missing.
  private Optional<MapValue> identity(
      Value value, List<String> keys, Schema item, FieldPath place) {
    if (!(value instanceof MapValue map)) {
      return Optional.empty();
    }
    MapValue identity = MapValue.EMPTY;
    for (String key : keys) {
      Node given = map.get(key) instanceof Value there ? there : usual(item, key);
      if (!(given instanceof Value known)) {
        found.add(new Rejected(place, "the item has no " + key + ", which identifies it"));
        return Optional.empty();
      }
      identity = identity.with(key, known);
    }
    return Optional.of(identity);
  }

  private static Node usual(Schema item, String key) {
    return item.field(key).map(field -> field.rule().defaultValue()).orElse(MISSING);
  }

  private static String text(MapValue identity) {
    return identity.entries().entrySet().stream()
        .map(key -> key.getKey() + "=" + GoJson.write(key.getValue()))
        .collect(Collectors.joining(","));
  }
}
