package dev.japply.kustomize.generated;

import static dev.japply.kustomize.generated.Shapes.list;
import static dev.japply.kustomize.generated.Shapes.map;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Patches of an object: strategic merges and JSON patches of what it has and what it has not.
final class Patches {
  private static final List<String> KEYS =
      List.of(
          "name",
          "containerPort",
          "port",
          "protocol",
          "mountPath",
          "topologyKey",
          "whenUnsatisfiable");
  private static final YamlText.Plain NULL = new YamlText.Plain("null");

  private final Chance chance;
  private final Values values;

  Patches(Chance chance) {
    this.chance = chance;
    this.values = new Values(chance);
  }

  /// A strategic merge patch that names the object, or is for it at least.
  Map<String, Object> merge(Map<String, Object> object) {
    var patch = identity(object);
    if (chance.once(30)) {
      String directive = chance.pick("delete", "delete", "replace", "merge");
      patch.put("$patch", directive);
      if (directive.equals("delete")) {
        return patch;
      }
    }
    int edits = chance.between(1, 3);
    for (int i = 0; i < edits; i++) {
      edit(object, patch, 0);
    }
    return patch;
  }

  private static Map<String, Object> identity(Map<String, Object> object) {
    var metadata = maps(object.get("metadata"));
    var own = map("name", metadata.get("name"));
    if (metadata.containsKey("namespace")) {
      own.put("namespace", metadata.get("namespace"));
    }
    return map("apiVersion", object.get("apiVersion"), "kind", object.get("kind"), "metadata", own);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> maps(Object value) {
    return (Map<String, Object>) value;
  }

  private void edit(Map<String, Object> from, Map<String, Object> patch, int depth) {
    var keys = new ArrayList<>(from.keySet());
    if (depth == 0) {
      keys.removeAll(List.of("apiVersion", "kind"));
    }
    keys.removeAll(List.of("name", "namespace", Shapes.FROM_CHART));
    if (keys.isEmpty() || chance.once(8)) {
      patch.put(depth == 0 ? "extra" : chance.pick("extra", "added"), added());
      return;
    }
    String key = chance.pick(keys);
    if (patch.containsKey(key) && !(patch.get(key) instanceof Map)) {
      return;
    }
    Object value = from.get(key);
    if (chance.once(9) && !key.equals("metadata")) {
      patch.put(key, NULL);
    } else if (value instanceof Map) {
      Object before = patch.getOrDefault(key, map());
      if (before instanceof Map) {
        var sub = maps(before);
        patch.put(key, sub);
        edit(maps(value), sub, depth + 1);
        if (chance.once(25)) {
          sub.put("$patch", chance.pick("replace", "delete", "merge"));
        }
      }
    } else if (value instanceof List<?> items) {
      patch.put(key, items(items));
    } else {
      patch.put(key, other(value));
    }
  }

  private Object added() {
    return switch (chance.between(1, 4)) {
      case 1 -> map("name", "new", "value", values.scalar());
      case 2 -> list(map("name", "new"));
      case 3 -> chance.once(3) ? map() : list();
      default -> values.scalar();
    };
  }

  private Object other(Object value) {
    return switch (value) {
      case Integer number -> chance.once(6) ? values.scalar() : number + 1;
      case Boolean bool -> !bool;
      default -> chance.once(3) ? values.scalar() : chance.pick("changed", "1", "a b");
    };
  }

  private List<Object> items(List<?> items) {
    var patched = new ArrayList<Object>();
    for (Object item : items) {
      if (item instanceof Map && chance.once(2)) {
        patched.add(item(maps(item)));
      } else if (!(item instanceof Map) && !chance.once(3)) {
        patched.add(item);
      }
    }
    if (patched.isEmpty() || chance.once(3)) {
      boolean maps = !items.isEmpty() && items.getFirst() instanceof Map;
      patched.add(
          chance.between(0, patched.size()), maps ? map("name", "new", "image", "busybox") : "new");
    }
    if (chance.once(15)) {
      patched.addFirst(map("$patch", chance.pick("replace", "delete")));
    }
    return patched;
  }

  private Map<String, Object> item(Map<String, Object> item) {
    var patch = new LinkedHashMap<String, Object>();
    for (String key : KEYS) {
      if (item.containsKey(key) && !chance.once(30)) {
        patch.put(key, item.get(key));
      }
    }
    if (chance.once(6)) {
      patch.put("$patch", chance.pick("delete", "delete", "replace"));
    } else {
      edit(item, patch, 1);
    }
    return patch;
  }

  /// The operations of a JSON patch.
  List<Object> operations(Map<String, Object> object) {
    var places = new LinkedHashMap<String, Object>();
    collect(object, "", places);
    var operations = list();
    int count = chance.once(3) ? 2 : 1;
    for (int i = 0; i < count; i++) {
      operations.add(
          places.isEmpty()
              ? map("op", "add", "path", "/extra", "value", added())
              : operation(chance.pick(new ArrayList<>(places.keySet())), places));
    }
    return operations;
  }

  private Map<String, Object> operation(String path, Map<String, Object> places) {
    Object value = places.get(path);
    return switch (chance.between(1, 12)) {
      case 1, 2, 3, 4 -> map("op", "replace", "path", path, "value", value());
      case 5, 6 ->
          map(
              "op",
              "add",
              "path",
              path.replaceAll("/\\d+$", chance.pick("/-", "/0", "/1")),
              "value",
              value());
      case 7, 8 -> map("op", "add", "path", path + inside(value), "value", value());
      case 9, 10 -> map("op", "remove", "path", path);
      case 11 ->
          map(
              "op", chance.pick("move", "copy"),
              "from", chance.pick(new ArrayList<>(places.keySet())),
              "path", path.replaceAll("/\\d+$", "/0"));
      default -> map("op", "test", "path", path, "value", chance.once(6) ? value() : value);
    };
  }

  private String inside(Object value) {
    return switch (value) {
      case Map<?, ?> map -> "/new";
      case List<?> list -> "/-";
      default -> chance.once(12) ? "/new" : "";
    };
  }

  private Object value() {
    return chance.once(4) ? added() : values.scalar();
  }

  private static void collect(Object value, String at, Map<String, Object> into) {
    switch (value) {
      case Map<?, ?> map ->
          map.forEach((key, item) -> {
            String pointer = at + "/" + key.toString().replace("~", "~0").replace("/", "~1");
            if (!pointer.equals("/apiVersion")
                && !pointer.equals("/kind")
                && !pointer.equals("/metadata/name")
                && !pointer.equals("/metadata")
                && !pointer.equals("/metadata/annotations")
                && !pointer.startsWith("/subjects")
                && !key.equals(Shapes.FROM_CHART)) {
              into.put(pointer, item);
            }
            collect(item, pointer, into);
          });
      case List<?> list -> {
        for (int i = 0; i < list.size(); i++) {
          into.put(at + "/" + i, list.get(i));
          collect(list.get(i), at + "/" + i, into);
        }
      }
      default -> {}
    }
  }

  /// Where a scalar of the object stands, as replacements and vars write it.
  String scalarPath(Map<String, Object> object) {
    var paths = new ArrayList<String>();
    paths(object, "", paths);
    return chance.pick(paths);
  }

  private void paths(Object value, String at, List<String> into) {
    switch (value) {
      case Map<?, ?> map ->
          map.forEach((key, item) -> {
            String name = key.toString();
            String step = name.contains(".") ? "[" + name + "]" : name;
            paths(item, at.isEmpty() ? step : at + "." + step, into);
          });
      case List<?> list -> {
        for (int i = 0; i < list.size(); i++) {
          Object item = list.get(i);
          boolean named = item instanceof Map<?, ?> map && map.containsKey("name");
          String step =
              named && !chance.once(3)
                  ? "[name=" + maps(item).get("name") + "]"
                  : chance.once(4) ? "*" : Integer.toString(i);
          paths(item, at + "." + step, into);
        }
      }
      default -> into.add(at);
    }
  }
}
