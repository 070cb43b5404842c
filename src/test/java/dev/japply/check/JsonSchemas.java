package dev.japply.check;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Makes JSON schemas for kubeconform from the OpenAPI documents of a server, as its own store of
/// schemas has them: strict, each file alone, and null for all optional fields.
final class JsonSchemas {
  private static final String REF = "$ref";
  private static final String COMPONENTS = "#/components/schemas/";
  private static final String DEFINITIONS = "#/definitions/";
  private static final String PROPERTIES = "properties";
  private static final Set<String> LEFT_OUT =
      Set.of("description", "default", "example", PROPERTIES);

  private final MapValue types;

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
        Files.writeString(directory.resolve(file(kind)), GoJson.write(whole(type.getKey())));
      }
    }
  }

  private static String file(MapValue gvk) {
    String group = gvk.text("group");
    String first = group.isEmpty() ? "" : group.split("\\.", -1)[0] + "-";
    return (gvk.text("kind") + "-" + first + gvk.text("version") + ".json")
        .toLowerCase(Locale.ROOT);
  }

  /// Returns the schema of a type with the ones that it refers to.
  private MapValue whole(String name) {
    var definitions = new LinkedHashMap<String, MapValue>();
    Deque<String> todo = new ArrayDeque<>(List.of(name));
    while (!todo.isEmpty()) {
      String next = todo.pop();
      if (!definitions.containsKey(next)) {
        MapValue schema = converted(types.map(next));
        definitions.put(next, schema);
        references(schema).forEach(todo::push);
      }
    }
    return converted(types.map(name))
        .with("definitions", new MapValue(new LinkedHashMap<>(definitions)));
  }

  private static List<String> references(Node node) {
    return switch (node) {
      case MapValue map ->
          map.entries().entrySet().stream()
              .flatMap(entry ->
                  entry.getKey().equals(REF) && entry.getValue() instanceof StringValue(String ref)
                      ? Stream.of(ref.substring(DEFINITIONS.length()))
                      : references(entry.getValue()).stream())
              .toList();
      case ListValue(List<Value> items) ->
          items.stream().flatMap(item -> references(item).stream()).toList();
      default -> List.of();
    };
  }

  private static MapValue converted(MapValue schema) {
    var entries = new LinkedHashMap<String, Value>();
    schema
        .entries()
        .forEach((key, value) -> {
          if (!LEFT_OUT.contains(key) && !key.startsWith("x-")) {
            entries.put(key, converted(key, value));
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

  private static Value converted(String key, Value value) {
    return switch (value) {
      case StringValue(String ref) when key.equals(REF) ->
          Value.text(ref.replace(COMPONENTS, DEFINITIONS));
      case MapValue map -> converted(map);
      case ListValue(List<Value> items) ->
          new ListValue(items.stream().map(item -> converted("", item)).toList());
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
