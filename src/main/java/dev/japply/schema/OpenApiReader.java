package dev.japply.schema;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

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
}
