package dev.japply.check;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.ObjectMapper;

/// Makes JSON schemas for kubeconform from the OpenAPI documents of a server, as its own store of
/// schemas has them: strict, each file alone, every type in its place, with descriptions, indented,
/// and null for all optional fields.
final class JsonSchemas {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String REF = "$ref";
  private static final String DEFINITIONS = "#/definitions/";
  private static final String COMPONENTS = "#/components/schemas/";
  private static final String PROPERTIES = "properties";
  private static final Set<String> LEFT_OUT = Set.of("default", "example", PROPERTIES);

  private final MapValue types;

  /// The types around the one that is being written.
  private final Set<String> open = new HashSet<>();

  /// The types that were found within themselves, and have no definition yet.
  private final Set<String> within = new LinkedHashSet<>();

  private JsonSchemas(MapValue types) {
    this.types = types;
  }

  /// Writes the schemas of the documents in a directory.
  ///
  /// @param args the directories of the documents and of the schemas
  public static void main(String... args) throws IOException {
    List<Path> documents;
    try (Stream<Path> files = Files.list(Path.of(args[0]))) {
      documents =
          files.filter(file -> file.getFileName().toString().matches("api.*__v.*")).toList();
    }
    Path directory = Files.createDirectories(Path.of(args[1]));
    for (Path document : documents) {
      var tree = (MapValue) Json.parse(Files.readString(document));
      new JsonSchemas(tree.map("components").map("schemas")).write(directory);
    }
  }

  private void write(Path directory) throws IOException {
    for (Map.Entry<String, Value> type : types.entries().entrySet()) {
      if (((MapValue) type.getValue()).get("x-kubernetes-group-version-kind")
              instanceof ListValue(List<Value> kinds)
          && kinds.size() == 1) {
        var kind = (MapValue) kinds.getFirst();
        Files.writeString(directory.resolve(file(kind)), indented(whole(type.getKey())));
      }
    }
  }

  private static String indented(MapValue schema) {
    return MAPPER.readTree(GoJson.write(schema)).toPrettyString();
  }

  private static String file(MapValue gvk) {
    String group = gvk.text("group");
    String first = group.isEmpty() ? "" : group.split("\\.", -1)[0] + "-";
    return (gvk.text("kind") + "-" + first + gvk.text("version") + ".json")
        .toLowerCase(Locale.ROOT);
  }

  /// Returns the schema of a type, with those that it refers to in their places. What is within
  /// itself is a definition.
  private MapValue whole(String name) {
    var definitions = new LinkedHashMap<String, Value>();
    MapValue schema = inPlace(name);
    while (!within.isEmpty()) {
      String next = within.iterator().next();
      definitions.put(next, inPlace(next));
      within.removeAll(definitions.keySet());
    }
    return definitions.isEmpty() ? schema : schema.with("definitions", new MapValue(definitions));
  }

  private MapValue inPlace(String name) {
    if (!open.add(name)) {
      within.add(name);
      return MapValue.of(REF, Value.text(DEFINITIONS + name));
    }
    MapValue schema = copied(types.map(name));
    open.remove(name);
    return schema;
  }

  /// Returns the name of the type that a schema refers to, by itself or as the one part of `allOf`;
  /// empty if there is none.
  private static String reference(MapValue schema) {
    MapValue part =
        schema.get("allOf") instanceof ListValue(List<Value> parts)
                && parts.size() == 1
                && parts.getFirst() instanceof MapValue only
            ? only
            : schema;
    String ref = part.text(REF);
    return ref.startsWith(COMPONENTS) ? ref.substring(COMPONENTS.length()) : "";
  }

  private MapValue converted(MapValue schema) {
    String reference = reference(schema);
    return reference.isEmpty() ? copied(schema) : inPlace(reference);
  }

  private MapValue copied(MapValue schema) {
    var entries = new LinkedHashMap<String, Value>();
    schema
        .entries()
        .forEach((key, value) -> {
          if (!LEFT_OUT.contains(key)) {
            entries.put(key, converted(value));
          }
        });
    if (schema.has(PROPERTIES)) {
      var required =
          schema.get("required") instanceof ListValue(List<Value> names) ? names : List.of();
      var properties = new LinkedHashMap<String, Value>();
      schema
          .map(PROPERTIES)
          .entries()
          .forEach((key, value) -> {
            MapValue type = converted((MapValue) value);
            properties.put(key, required.contains(Value.text(key)) ? type : orNull(type));
          });
      entries.put(PROPERTIES, new MapValue(properties));
      entries.putIfAbsent("additionalProperties", Value.FALSE);
    }
    return new MapValue(entries);
  }

  private Value converted(Value value) {
    return switch (value) {
      case MapValue map -> converted(map);
      case ListValue(List<Value> items) ->
          new ListValue(items.stream().map(this::converted).toList());
      default -> value;
    };
  }

  private static MapValue orNull(MapValue type) {
    if (!(type.get("type") instanceof StringValue kind)) {
      return MapValue.of("anyOf", ListValue.of(type, MapValue.of("type", Value.text("null"))));
    }
    MapValue nullable = type.with("type", ListValue.of(kind, Value.text("null")));
    if (type.get("enum") instanceof ListValue(List<Value> values)) {
      var all = new ArrayList<>(values);
      all.add(Value.NULL);
      return nullable.with("enum", new ListValue(all));
    }
    return nullable;
  }
}
