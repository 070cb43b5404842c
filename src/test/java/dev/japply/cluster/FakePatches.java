package dev.japply.cluster;

import dev.japply.object.FieldSet;
import dev.japply.object.ManagedFields;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a server makes of patches that need more than the object: server-side apply, which here
/// takes lists whole, and JSON patches, of which it knows `replace`.
public final class FakePatches {
  /// What names an object, or a version of it, is nobody's.
  private static final Set<String> NAMING =
      Set.of(
          "apiVersion",
          "kind",
          "metadata/name",
          "metadata/namespace",
          "metadata/resourceVersion",
          "metadata/uid");

  private FakePatches() {}

  /// `live` with the values that `operations` replace.
  static MapValue json(MapValue live, Value operations) {
    MapValue object = live;
    for (Value item : ((ListValue) operations).items()) {
      MapValue operation = (MapValue) item;
      String path = operation.text("path").substring(1);
      if (operation.text("op").equals("replace")
          && operation.get("value") instanceof Value value
          && at(object, path) instanceof Value) {
        object = with(object, path, value);
      } else if (operation.text("op").equals("replace")) {
        throw new ClusterException(
            422, "Invalid", "the server rejected our request", MapValue.EMPTY);
      } else {
        throw new IllegalArgumentException(operation.toString());
      }
    }
    return object;
  }

  /// The object after the patch, a server-side apply.
  ///
  /// @throws ClusterException when fields have other managers
  static MapValue apply(Optional<MapValue> live, Patch patch, String manager) {
    MapValue config = (MapValue) patch.body();
    var wanted = new TreeSet<String>();
    leaves(config, "", wanted);
    MapValue object = live.orElse(config);
    var entries = new ArrayList<MapValue>();
    var conflicts = new ArrayList<Value>();
    Set<String> mine = Set.of();
    var theirs = new TreeSet<String>();
    for (MapValue entry : ManagedFields.of(object).entries()) {
      Set<String> owned = owned(entry);
      if (is(entry, manager)) {
        mine = owned;
        continue;
      }
      for (String field : List.copyOf(owned)) {
        if (wanted.contains(field) && !at(object, field).equals(at(config, field))) {
          conflicts.add(conflict(entry, field));
          owned.remove(field);
        }
      }
      theirs.addAll(owned);
      entries.add(entry.with("fieldsV1", fields(owned)));
    }
    if (!conflicts.isEmpty() && !Boolean.TRUE.equals(patch.force())) {
      throw refusal(conflicts);
    }
    for (String field : mine) {
      if (!wanted.contains(field) && !theirs.contains(field)) {
        object = without(object, field);
      }
    }
    object = merged(object, config, "");
    entries.addFirst(entry(manager, config.text("apiVersion"), wanted));
    Value managed = new ManagedFields(entries).tree();
    return ofVersion(with(object, "metadata/managedFields", managed), config);
  }

  /// The entry of somebody who applied these fields, as `data/a`.
  public static MapValue entry(String manager, String apiVersion, Set<String> fields) {
    return MapValue.of("manager", Value.text(manager))
        .with("operation", Value.text("Apply"))
        .with("apiVersion", Value.text(apiVersion))
        .with("fieldsType", Value.text("FieldsV1"))
        .with("fieldsV1", fields(fields));
  }

  /// `object` with the version that `config` names, if it does.
  private static MapValue ofVersion(MapValue object, MapValue config) {
    return config.map("metadata").get("resourceVersion") instanceof Value version
        ? with(object, "metadata/resourceVersion", version)
        : object;
  }

  private static ClusterException refusal(List<Value> conflicts) {
    String message = "Apply failed with " + conflicts.size() + " conflict";
    MapValue details = MapValue.of("causes", new ListValue(conflicts));
    return new ClusterException(409, "Conflict", message, details);
  }

  private static boolean is(MapValue entry, String manager) {
    return entry.text("manager").equals(manager) && entry.text("operation").equals("Apply");
  }

  private static Value conflict(MapValue entry, String field) {
    String using = entry.text("operation").equals("Apply") ? "" : " using v1";
    return MapValue.of("reason", Value.text("FieldManagerConflict"))
        .with("message", Value.text("conflict with \"" + entry.text("manager") + "\"" + using))
        .with("field", Value.text("." + field.replace('/', '.')));
  }

  private static void leaves(MapValue map, String prefix, Set<String> found) {
    map.entries()
        .forEach((key, value) -> {
          String path = prefix + key.replace("/", "~1");
          if (value instanceof MapValue inner && !inner.isEmpty()) {
            leaves(inner, path + "/", found);
          } else if (!NAMING.contains(path)) {
            found.add(path);
          }
        });
  }

  private static Set<String> owned(MapValue entry) {
    var found = new TreeSet<String>();
    collect(FieldSet.parse(entry.map("fieldsV1")).orElseThrow(), "", found);
    return found;
  }

  private static void collect(FieldSet set, String prefix, Set<String> found) {
    set.nodes()
        .forEach((key, node) -> {
          String path = prefix + key.substring(2).replace("/", "~1");
          if (node.below().nodes().isEmpty()) {
            found.add(path);
          }
          collect(node.below(), path + "/", found);
        });
  }

  private static MapValue fields(Set<String> paths) {
    var below = new TreeMap<String, Set<String>>();
    for (String path : paths) {
      String[] parts = path.split("/", 2);
      var rest = below.computeIfAbsent(parts[0].replace("~1", "/"), key -> new TreeSet<>());
      if (parts.length > 1) {
        rest.add(parts[1]);
      }
    }
    var tree = new LinkedHashMap<String, Value>();
    below.forEach((key, rest) -> tree.put("f:" + key, fields(rest)));
    return MapValue.copyOf(tree);
  }

  /// `map` with the fields of `config`, all at once: one by one, many would take quadratic time.
  private static MapValue merged(MapValue map, MapValue config, String prefix) {
    var tree = new LinkedHashMap<>(map.entries());
    config
        .entries()
        .forEach((key, value) -> {
          String path = prefix + key.replace("/", "~1");
          if (value instanceof MapValue inner && !inner.isEmpty()) {
            tree.put(key, merged(map.map(key), inner, path + "/"));
          } else if (!NAMING.contains(path)) {
            tree.put(key, value);
          }
        });
    return MapValue.copyOf(tree);
  }

  private static Node at(Node tree, String path) {
    Node at = tree;
    for (String key : path.split("/", -1)) {
      at = ((MapValue) at).get(key.replace("~1", "/"));
      if (!(at instanceof MapValue)) {
        return at;
      }
    }
    return at;
  }

  private static MapValue with(MapValue map, String path, Value value) {
    String[] parts = path.split("/", 2);
    String key = parts[0].replace("~1", "/");
    return map.with(key, parts.length == 1 ? value : with(map.map(key), parts[1], value));
  }

  private static MapValue without(MapValue map, String path) {
    String[] parts = path.split("/", 2);
    String key = parts[0].replace("~1", "/");
    if (parts.length == 1) {
      return map.without(key);
    }
    MapValue inner = without(map.map(key), parts[1]);
    return inner.isEmpty() ? map.without(key) : map.with(key, inner);
  }
}
