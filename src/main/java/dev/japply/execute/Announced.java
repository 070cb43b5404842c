package dev.japply.execute;

import dev.japply.live.Resource;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the objects of one run bring for each other: namespaces, and types of custom resources.
record Announced(Set<String> namespaces, Map<Gvk, Resource> types) {
  Announced {
    namespaces = Set.copyOf(namespaces);
    types = Map.copyOf(types);
  }

  /// What `objects` bring.
  static Announced by(List<KubeObject> objects) {
    var namespaces = new HashSet<String>();
    var types = new HashMap<Gvk, Resource>();
    for (KubeObject object : objects) {
      Gvk gvk = object.gvk();
      if (gvk.group().isEmpty() && gvk.kind().equals("Namespace")) {
        namespaces.add(object.name());
      } else if (gvk.group().equals("apiextensions.k8s.io")
          && gvk.kind().equals("CustomResourceDefinition")) {
        addTypes(object.tree().map("spec"), types);
      }
    }
    return new Announced(namespaces, types);
  }

  private static void addTypes(MapValue spec, Map<Gvk, Resource> types) {
    boolean namespaced = spec.text("scope").equals("Namespaced");
    MapValue names = spec.map("names");
    if (spec.get("versions") instanceof ListValue versions) {
      for (Value version : versions.items()) {
        if (version instanceof MapValue map && Value.TRUE.equals(map.get("served"))) {
          Gvk gvk = new Gvk(spec.text("group"), map.text("name"), names.text("kind"));
          types.put(gvk, new Resource(gvk, names.text("plural"), namespaced));
        }
      }
    }
  }

  Optional<Resource> type(Gvk gvk) {
    return Optional.ofNullable(types.get(gvk));
  }
}
