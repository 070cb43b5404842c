package dev.japply.kpt;

import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.object.ObjectKey;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the objects of a package say, field by field, in a way that no merge has a part in: items
/// of a list are known by the first key that tells them all apart, and a list without one is a
/// single value.
final class Leaves {
  private static final List<String> KEYS =
      List.of("containerPort", "mountPath", "name", "port", "key", "path", "ip", "type");

  private Leaves() {}

  /// The fields of each object, by their paths.
  static Map<ObjectKey, Map<String, String>> of(PackageTree tree, ManifestFiles.Read read) {
    var objects = new LinkedHashMap<ObjectKey, Map<String, String>>();
    for (PackageResource resource :
        ManifestFiles.of(tree, tree.files().keySet(), read).resources()) {
      if (resource.segment().isResource()) {
        objects.put(resource.key(), of(resource.tree()));
      }
    }
    return objects;
  }

  /// The fields of an object by their paths: `spec.containers[web].image`.
  static Map<String, String> of(Value value) {
    var leaves = new TreeMap<String, String>();
    collect(value, "", leaves);
    return leaves;
  }

  private static void collect(Value value, String path, Map<String, String> leaves) {
    if (value instanceof MapValue map && !map.isEmpty()) {
      map.entries()
          .forEach((key, entry) -> collect(entry, path.isEmpty() ? key : path + "." + key, leaves));
    } else if (value instanceof ListValue list && key(list).isPresent()) {
      String key = key(list).get();
      for (Value item : list.items()) {
        collect(item, path + "[" + name(item, key) + "]", leaves);
      }
    } else {
      leaves.put(path, GoJson.write(value));
    }
  }

  /// What tells the items of a list apart.
  static Optional<String> key(ListValue list) {
    return list.isEmpty()
        ? Optional.empty()
        : KEYS.stream().filter(key -> tells(list.items(), key)).findFirst();
  }

  private static boolean tells(List<Value> items, String key) {
    return items.stream().allMatch(item -> item instanceof MapValue map && map.has(key))
        && items.stream().map(item -> name(item, key)).distinct().count() == items.size();
  }

  static String name(Value item, String key) {
    return item instanceof MapValue map && map.get(key) instanceof Value name
        ? GoJson.write(name)
        : "";
  }
}
