package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The schemas in CustomResourceDefinitions.
public final class CustomDefinitions {
  /// No definitions.
  public static final CustomDefinitions NONE = new CustomDefinitions(Map.of(), Set.of());

  private static final String GROUP = "apiextensions.k8s.io";
  private static final String KIND = "CustomResourceDefinition";

  private static final Set<String> INT_OR_STRING = Set.of("integer", "string");

  private final Map<Gvk, CustomSchema> schemas;
  private final Set<Gvk> refused;

  private CustomDefinitions(Map<Gvk, CustomSchema> schemas, Set<Gvk> refused) {
    this.schemas = Map.copyOf(schemas);
    this.refused = Set.copyOf(refused);
  }

  /// Whether an object is a CustomResourceDefinition.
  static boolean isDefinition(Gvk gvk) {
    return gvk.group().equals(GROUP) && gvk.kind().equals(KIND);
  }

  /// Reads the definitions among `objects`, without the schemas that a server refuses.
  public static CustomDefinitions of(List<KubeObject> objects) {
    var schemas = new HashMap<Gvk, CustomSchema>();
    var refused = new HashSet<Gvk>();
    for (KubeObject object : objects) {
      if (isDefinition(object.gvk())) {
        for (Version version : versions(object.tree())) {
          var mistakes = new ArrayList<Finding>();
          MapValue schema = version.schema().map();
          checkRoot(version.schema(), mistakes::add);
          if (!mistakes.isEmpty()) {
            refused.add(version.type());
          } else if (!schema.isEmpty()) {
            schemas.put(version.type(), new CustomSchema(schema, version.hasStatus()));
          }
        }
      }
    }
    return new CustomDefinitions(schemas, refused);
  }

  /// Whether a server refuses the definition of a type.
  boolean isRefused(Gvk gvk) {
    return refused.contains(gvk);
  }

  /// Returns the schema of a type; empty if no definition has it.
  Optional<CustomSchema> find(Gvk gvk) {
    return Optional.ofNullable(schemas.get(gvk));
  }

  /// One version of a definition.
  private record Version(Gvk type, MapPart schema, boolean hasStatus) {}

  private static List<Version> versions(MapValue definition) {
    MapPart spec = MapPart.of(definition).part("spec");
    String kind = spec.part("names").text("kind");
    var versions = new ArrayList<Version>();
    for (MapPart version : spec.items("versions")) {
      versions.add(
          new Version(
              new Gvk(spec.text("group"), version.text("name"), kind),
              version.part("schema").part("openAPIV3Schema"),
              version.part("subresources").map().has("status")));
    }
    return versions;
  }

  /// Reports why a server would refuse the schemas of a definition.
  static void check(MapValue definition, Consumer<Finding> findings) {
    versions(definition).forEach(version -> checkRoot(version.schema(), findings));
  }

  private static void checkRoot(MapPart schema, Consumer<Finding> findings) {
    if (schema.map().isEmpty()) {
      return; // a server takes such a definition, and no objects
    }
    if (!schema.text("type").equals("object")) {
      findings.accept(
          Finding.error(schema.path().key("type"), "must be \"object\"", "a schema has a type"));
    } else {
      checkNode(schema, findings);
    }
  }

  /// Reports the parts that are not structural.
  private static void checkNode(MapPart part, Consumer<Finding> findings) {
    MapValue schema = part.map();
    FieldPath path = part.path();
    boolean anyType =
        CustomSchema.is(schema, CustomSchema.INT_OR_STRING)
            || CustomSchema.is(schema, CustomSchema.PRESERVE);
    if (schema.text("type").isEmpty() && !anyType) {
      findings.accept(
          Finding.error(
              path.key("type"), "required value is missing", "each part of a schema has a type"));
    }
    if (schema.has("$ref")) {
      findings.accept(
          Finding.error(path.key("$ref"), "is not supported", "write the schema in its place"));
    }
    if (CustomSchema.is(schema, "uniqueItems")) {
      findings.accept(
          Finding.error(
              path.key("uniqueItems"), "must not be true", "use x-kubernetes-list-type: set"));
    }
    if (!schema.map(CustomSchema.PROPERTIES).isEmpty()
        && schema.get(CustomSchema.ADDITIONAL) instanceof MapValue) {
      findings.accept(
          Finding.error(
              path.key(CustomSchema.ADDITIONAL), "must not be set next to properties", ""));
    }
    if (schema.text("type").equals("array") && !schema.has(CustomSchema.ITEMS)) {
      findings.accept(
          Finding.error(
              path.key(CustomSchema.ITEMS), "required value is missing", "a list has items"));
    }
    checkJunctors(part, findings);
    inner(part).forEach(each -> checkNode(each, findings));
  }

  /// Reports types within `allOf` and its like, which may only limit values. A server takes `anyOf:
  /// [{type: integer}, {type: string}]`.
  private static void checkJunctors(MapPart schema, Consumer<Finding> findings) {
    for (String junctor : List.of("allOf", "anyOf", "oneOf")) {
      List<MapPart> nested = schema.items(junctor);
      Set<String> types = new HashSet<>();
      nested.forEach(each -> types.add(each.text("type")));
      if (!types.equals(INT_OR_STRING)) {
        nested.forEach(each -> checkNested(each, findings));
      }
    }
    if (schema.get("not") instanceof MapValue) {
      checkNested(schema.part("not"), findings);
    }
  }

  private static void checkNested(MapPart schema, Consumer<Finding> findings) {
    if (!schema.text("type").isEmpty()) {
      findings.accept(
          Finding.error(
              schema.path().key("type"), "must not be set here", "write the type outside of it"));
    }
    checkJunctors(schema, findings);
    inner(schema).forEach(each -> checkNested(each, findings));
  }

  /// Returns the schemas of the fields, of other fields, and of items.
  private static List<MapPart> inner(MapPart schema) {
    var inner = new ArrayList<>(schema.part(CustomSchema.PROPERTIES).parts());
    for (String key : List.of(CustomSchema.ADDITIONAL, CustomSchema.ITEMS)) {
      if (schema.get(key) instanceof MapValue) {
        inner.add(schema.part(key));
      }
    }
    return inner;
  }
}
