package dev.japply.plan.file;

import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.schema.Schema.TypeLookup;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Collects the parts of a cluster's schema documents that some types need for merging.
public final class SchemaParts {
  private final IdentityHashMap<TypeLookup, Part> parts = new IdentityHashMap<>();
  private final List<Part> inOrder = new ArrayList<>();

  /// The parts of one document. Types of one name may differ from document to document.
  private record Part(
      Map<String, TypeDef> types, Map<String, String> objects, Set<String> strategic) {}

  /// Adds the schema of `gvk` and all types that it refers to.
  public void add(Gvk gvk, Schema schema) {
    Part part =
        parts.computeIfAbsent(
            schema.types(),
            document -> {
              var fresh = new Part(new HashMap<>(), new HashMap<>(), new HashSet<>());
              inOrder.add(fresh);
              return fresh;
            });
    String key = SchemaDocument.objectKey(gvk.group(), gvk.version(), gvk.kind());
    part.objects().put(key, schema.name());
    if (schema.isStrategic()) {
      part.strategic().add(key);
    }
    take(schema, part);
  }

  /// Adds the type and all types that it refers to.
  private static void take(Schema schema, Part part) {
    Deque<String> names = new ArrayDeque<>(List.of(schema.name()));
    while (!names.isEmpty()) {
      String name = names.pop();
      TypeDef type = schema.types().find(name);
      if (type != null && part.types().put(name, type) == null) {
        type.references().forEach(names::push);
      }
    }
  }

  /// Returns the collected parts, one document for each source document.
  public List<SchemaDocument> documents() {
    return inOrder.stream()
        .map(part -> new SchemaDocument(part.types(), part.objects(), part.strategic()))
        .toList();
  }
}
