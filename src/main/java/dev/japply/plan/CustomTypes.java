package dev.japply.plan;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The types that CustomResourceDefinitions of the input define, so that their objects can be
/// planned before the server serves them.
public record CustomTypes(Map<Gvk, CustomType> types) {
  public static final CustomTypes NONE = new CustomTypes(Map.of());

  private static final String GROUP = "apiextensions.k8s.io";
  private static final String KIND = "CustomResourceDefinition";

  public CustomTypes {
    types = Map.copyOf(types);
  }

  /// One version of a type.
  ///
  /// @param plural the name in paths
  public record CustomType(String plural, boolean namespaced, ObjectKey definition) {}

  /// Returns the types that `objects` define, without versions that are not served.
  public static CustomTypes of(List<KubeObject> objects) {
    var types = new HashMap<Gvk, CustomType>();
    for (KubeObject object : objects) {
      if (isDefinition(object.key())) {
        add(types, object);
      }
    }
    return new CustomTypes(types);
  }

  /// Whether that is a CustomResourceDefinition.
  public static boolean isDefinition(ObjectKey key) {
    return key.group().equals(GROUP) && key.kind().equals(KIND);
  }

  /// Returns the type; empty if the input does not define it.
  public Optional<CustomType> find(Gvk gvk) {
    return Optional.ofNullable(types.get(gvk));
  }

  private static void add(Map<Gvk, CustomType> types, KubeObject definition) {
    MapValue spec = definition.tree().map("spec");
    MapValue names = spec.map("names");
    if (names.text("plural").isEmpty()) {
      return;
    }
    boolean namespaced = spec.text("scope").equals("Namespaced");
    var type = new CustomType(names.text("plural"), namespaced, scopeless(definition.key()));
    for (MapValue version : spec.maps("versions")) {
      if (Value.TRUE.equals(version.get("served"))) {
        types.put(new Gvk(spec.text("group"), version.text("name"), names.text("kind")), type);
      }
    }
  }

  /// A definition belongs to the whole cluster, whatever namespace its manifest names.
  private static ObjectKey scopeless(ObjectKey key) {
    return new ObjectKey(key.group(), key.kind(), "", key.name());
  }
}
