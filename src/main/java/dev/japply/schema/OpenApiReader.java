package dev.japply.schema;

import dev.japply.schema.TypeDef.FieldDef;
import dev.japply.schema.TypeDef.TypeRef;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the merge schema out of an OpenAPI document: version 3, of one group version or of a whole
/// server, or version 2:
///
/// ```java
/// SchemaDocument types = new OpenApiReader().read(Json.parse(openApiJson));
/// Optional<Schema> widget = types.object("example.com", "v1", "Widget");
/// ```
///
/// Unsupported parts are left out, never an error: a document that is no OpenAPI gives a schema
/// without types, like an object type that the server does not describe.
public final class OpenApiReader {
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String GVK = "x-kubernetes-group-version-kind";

  /// Reads what [#read] needs of a document in JSON. Most of a document is text about requests and
  /// fields.
  ///
  /// @throws dev.japply.tree.JsonSyntaxException when it is not JSON
  public static Value parse(byte[] document) {
    return Json.parse(document, Part.DOCUMENT);
  }

  /// The parts of a document with entries that are not needed.
  private enum Part implements Json.Filter {
    DOCUMENT,
    PATHS,
    OPERATIONS,
    PATCH,
    COMPONENTS,
    SCHEMAS,
    SCHEMA;

    @Override
    public Json.@Nullable Filter entry(String key) {
      return switch (this) {
        case DOCUMENT ->
            switch (key) {
              case "paths" -> PATHS;
              case "components" -> COMPONENTS;
              case "definitions" -> SCHEMAS;
              default -> Json.Filter.ALL;
            };
        case PATHS -> OPERATIONS;
        case OPERATIONS -> key.equals("patch") ? PATCH : null;
        case PATCH ->
            switch (key) {
              case GVK, "requestBody", "consumes" -> Json.Filter.ALL;
              default -> null;
            };
        case COMPONENTS -> key.equals("schemas") ? SCHEMAS : null;
        case SCHEMAS -> SCHEMA;
        case SCHEMA ->
            switch (key) {
              case "description" -> null;
              case "properties" -> SCHEMAS;
              case "items", "additionalProperties", "allOf" -> SCHEMA;
              default -> Json.Filter.ALL;
            };
      };
    }
  }

  /// The merge schema of `document`.
  public SchemaDocument read(Value document) {
    if (!(document instanceof MapValue root)) {
      return new SchemaDocument(Map.of(), Map.of(), Set.of());
    }
    MapValue schemas =
        root.has("definitions") ? root.map("definitions") : root.map("components").map("schemas");
    Map<String, String> objects = objects(schemas);
    Set<String> strategic = strategic(root.map("paths"));
    strategic.retainAll(objects.keySet());
    return new SchemaDocument(types(schemas), objects, strategic);
  }

  private static Map<String, TypeDef> types(MapValue schemas) {
    var types = new HashMap<String, TypeDef>();
    schemas
        .entries()
        .forEach((name, schema) -> {
          if (schema instanceof MapValue map) {
            types.put(name, TypeReader.named(name, map));
          }
        });
    return types;
  }

  /// If several types claim one object, the first by name has it.
  private static Map<String, String> objects(MapValue schemas) {
    var objects = new HashMap<String, String>();
    for (var entry : schemas.sortedEntries()) {
      if (entry.getValue() instanceof MapValue schema
          && schema.get(GVK) instanceof ListValue claims) {
        claims.items().forEach(claim -> objects.putIfAbsent(objectKey(claim), entry.getKey()));
      }
    }
    return objects;
  }

  private static Set<String> strategic(MapValue paths) {
    var strategic = new HashSet<String>();
    for (Value path : paths.entries().values()) {
      if (path instanceof MapValue operations) {
        MapValue patch = operations.map("patch");
        if (patch.get(GVK) instanceof MapValue gvk && takesStrategic(patch)) {
          strategic.add(objectKey(gvk));
        }
      }
    }
    return strategic;
  }

  private static boolean takesStrategic(MapValue patch) {
    return patch.map("requestBody").map("content").has(STRATEGIC)
        || (patch.get("consumes") instanceof ListValue types
            && types.items().contains(new StringValue(STRATEGIC)));
  }

  private static String objectKey(Value gvk) {
    MapValue map = gvk instanceof MapValue given ? given : MapValue.EMPTY;
    return SchemaDocument.objectKey(map.text("group"), map.text("version"), map.text("kind"));
  }

  /// Reads one schema of an OpenAPI document.
  ///
  /// Follows references as `kubectl` does: the extensions about merging are on the property itself,
  /// and only then is `allOf[0]` or `$ref` followed, once.
  private static final class TypeReader {
    private static final String QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
    private static final String MICRO_TIME = "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime";
    private static final List<String> PREFIXES = List.of("#/components/schemas/", "#/definitions/");
    private static final TypeRef ANYTHING =
        new TypeRef.Inline(new TypeDef("", "", Map.of(), null, null));

    private TypeReader() {}

    static TypeDef named(String name, MapValue schema) {
      return type(
          schema,
          switch (name) {
            case QUANTITY -> "quantity";
            case MICRO_TIME -> "micro-time";
            default -> format(schema);
          });
    }

    private static TypeDef type(MapValue schema, String format) {
      return new TypeDef(
          kind(schema),
          format,
          fields(schema),
          additional(schema),
          items(schema),
          topology(schema),
          limits(schema));
    }

    /// Returns the topology. Keys that a list names identify its items. The default is left out.
    private static Topology topology(MapValue schema) {
      List<String> keys = schema.texts("x-kubernetes-list-map-keys");
      if (!keys.isEmpty()) {
        return new Topology.Keyed(keys);
      }
      if (schema.text("x-kubernetes-list-type").equals("set")) {
        return Topology.Plain.SET;
      }
      return schema.text("x-kubernetes-map-type").equals("atomic")
          ? Topology.Plain.ATOMIC
          : Topology.Plain.USUAL;
    }

    private static Limits limits(MapValue schema) {
      List<String> required = schema.texts("required");
      List<String> values = schema.texts("enum");
      return required.isEmpty() && values.isEmpty() ? Limits.NONE : new Limits(required, values);
    }

    /// Returns the type. If a document gives several (`["string", "null"]`), the first real one
    /// counts.
    private static String kind(MapValue schema) {
      if (schema.get("type") instanceof ListValue(List<Value> kinds)) {
        return kinds.stream()
            .map(kind -> kind instanceof StringValue(String name) ? name : "null")
            .filter(name -> !name.equals("null"))
            .findFirst()
            .orElse("");
      }
      return schema.text("type");
    }

    private static String format(MapValue schema) {
      return schema.get("x-kubernetes-int-or-string").equals(Value.TRUE)
          ? "int-or-string"
          : schema.text("format");
    }

    private static Map<String, FieldDef> fields(MapValue schema) {
      var fields = new HashMap<String, FieldDef>();
      schema
          .map("properties")
          .entries()
          .forEach((key, value) -> fields.put(key, field(asMap(value))));
      return fields;
    }

    private static FieldDef field(MapValue property) {
      return new FieldDef(reference(property), rule(property));
    }

    private static PatchRule rule(MapValue property) {
      String strategies = property.text("x-kubernetes-patch-strategy");
      return new PatchRule(
          strategies.isEmpty() ? List.of() : List.of(strategies.split(",", -1)),
          property.text("x-kubernetes-patch-merge-key"),
          property.get("default"));
    }

    private static TypeRef reference(MapValue schema) {
      MapValue target =
          schema.get("allOf") instanceof ListValue(List<Value> all) && !all.isEmpty()
              ? target(schema, asMap(all.getFirst()))
              : schema;
      String ref = target.text("$ref");
      return ref.isEmpty()
          ? new TypeRef.Inline(type(target, format(target)))
          : new TypeRef.Named(name(ref));
    }

    /// Returns the schema that defines the type. Where a schema defines itself, as for custom
    /// resources, `allOf` adds only conditions.
    private static MapValue target(MapValue schema, MapValue first) {
      return first.has("$ref") || kind(schema).isEmpty() ? first : schema;
    }

    private static String name(String ref) {
      for (String prefix : PREFIXES) {
        if (ref.startsWith(prefix)) {
          return ref.substring(prefix.length());
        }
      }
      return ref;
    }

    private static @Nullable TypeRef items(MapValue schema) {
      return schema.get("items") instanceof MapValue items ? reference(items) : null;
    }

    /// Keys that the schema keeps without describing them are free keys with values of any type.
    private static @Nullable TypeRef additional(MapValue schema) {
      return switch (schema.get("additionalProperties")) {
        case MapValue values -> reference(values);
        case BoolValue(boolean any) when any -> ANYTHING;
        case Node none ->
            schema.get("x-kubernetes-preserve-unknown-fields").equals(Value.TRUE) ? ANYTHING : null;
      };
    }

    private static MapValue asMap(Value value) {
      return value instanceof MapValue map ? map : MapValue.EMPTY;
    }
  }
}
