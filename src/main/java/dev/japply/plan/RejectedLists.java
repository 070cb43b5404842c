package dev.japply.plan;

import dev.japply.plan.MigrationFinding.Rejected;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.Place;
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
    lists.search(Place.of(schema, manifest));
    return List.copyOf(lists.found);
  }

  private void search(Place at) {
    Schema type = at.type().type();
    if (at.are(MapValue.class)) {
      at.entries().forEach(this::search);
    } else if (type != null) {
      Set<Node> seen = new HashSet<>();
      at.rows()
          .forEach(item -> {
            check(item, at.type(), type.def().topology(), seen);
            search(item);
          });
    }
  }

  private void check(Place item, FieldType list, Topology topology, Set<Node> seen) {
    if (topology instanceof Topology.Keyed && item.at(0) instanceof MapValue map) {
      identity(map, list, item.path())
          .filter(known -> !seen.add(known))
          .ifPresent(known ->
              found.add(new Rejected(item.path(), "another item has the same " + text(known))));
    } else if (topology == Topology.Plain.SET && !seen.add(item.at(0))) {
      found.add(new Rejected(item.path(), "the set has this value twice"));
    }
  }

  /// Returns the keys of an item; empty if a key without default is missing.
  private Optional<MapValue> identity(MapValue item, FieldType list, FieldPath path) {
    MapValue identity = MapValue.EMPTY;
    for (String key : list.serverKeys()) {
      if (!(list.itemKey(item, key) instanceof Value known)) {
        found.add(new Rejected(path, "the item has no " + key + ", which identifies it"));
        return Optional.empty();
      }
      identity = identity.with(key, known);
    }
    return Optional.of(identity);
  }

  private static String text(MapValue identity) {
    return identity.entries().entrySet().stream()
        .map(key -> key.getKey() + "=" + GoJson.write(key.getValue()))
        .collect(Collectors.joining(","));
  }
}
