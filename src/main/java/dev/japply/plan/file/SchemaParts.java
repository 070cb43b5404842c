package dev.japply.plan.file;

import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import dev.japply.schema.TypeLookup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Cuts out of the documents of a cluster what says how the fields of some types merge.
public final class SchemaParts {
  private final IdentityHashMap<TypeLookup, Part> parts = new IdentityHashMap<>();
  private final List<Part> inOrder = new ArrayList<>();

  /// What is taken of one document. Types of one name may differ from document to document.
  private record Part(
      Map<String, TypeDef> types, Map<String, String> objects, Set<String> strategic) {}

  /// Takes what is said of `gvk`.
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

  /// Takes the type, and all to which it refers.
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

  /// What was taken, document by document.
  public List<SchemaDocument> documents() {
    return inOrder.stream()
        .map(part -> new SchemaDocument(part.types(), part.objects(), part.strategic()))
        .toList();
  }
}
