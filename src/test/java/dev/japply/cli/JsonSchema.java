package dev.japply.cli;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A JSON Schema, as far as those of our own documents and of SARIF go: `type`, `const`, `enum`,
/// `properties`, `required`, `additionalProperties`, `minItems`, `minLength`, `minimum`, `pattern`,
/// `items`, `anyOf`, `oneOf` and `$ref` within the document.
///
/// <https://json-schema.org/draft/2020-12>
public record JsonSchema(MapValue root) {
  public static JsonSchema read(Path file) {
    try {
      return of(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonSchema of(String text) {
    return new JsonSchema((MapValue) Json.parse(text));
  }

  /// What of `document` is not as the schema says.
  public List<String> problems(Value document) {
    var problems = new ArrayList<String>();
    check(document, root, "", problems);
    return problems;
  }

  private void check(Value value, MapValue schema, String at, List<String> problems) {
    if (schema.has("$ref")) {
      String[] place = schema.text("$ref").split("/", 3);
      check(value, root.map(place[1]).map(place[2]), at, problems);
      return;
    }
    if (schema.get("type") instanceof Value type && !isAny(value, type)) {
      problems.add(at + ": no " + GoJson.write(type) + ": " + GoJson.write(value));
    }
    if (length(value) < Math.max(number(schema, "minItems"), number(schema, "minLength"))) {
      problems.add(at + ": too short: " + GoJson.write(value));
    }
    if (value instanceof IntValue(long number) && number < number(schema, "minimum")) {
      problems.add(at + ": too small: " + number);
    }
    if (schema.get("anyOf") instanceof ListValue(List<Value> ways)
        && ways.stream().noneMatch(way -> fits(value, (MapValue) way))) {
      problems.add(at + ": fits nothing: " + GoJson.write(value));
    }
    if (schema.get("oneOf") instanceof ListValue(List<Value> ways)
        && ways.stream().filter(way -> fits(value, (MapValue) way)).count() != 1) {
      problems.add(at + ": fits none or several: " + GoJson.write(value));
    }
    if (value instanceof StringValue(String text)
        && schema.get("pattern") instanceof StringValue(String pattern)
        && !Pattern.compile(pattern).matcher(text).find()) {
      problems.add(at + ": not like " + pattern + ": " + text);
    }
    if (schema.get("const") instanceof Value only && !only.equals(value)) {
      problems.add(at + ": not " + GoJson.write(only));
    }
    if (schema.get("enum") instanceof ListValue(List<Value> known) && !known.contains(value)) {
      problems.add(at + ": not known: " + GoJson.write(value));
    }
    if (value instanceof MapValue map) {
      fields(map, schema, at, problems);
    } else if (value instanceof ListValue(List<Value> items) && schema.has("items")) {
      for (int i = 0; i < items.size(); i++) {
        check(items.get(i), schema.map("items"), at + "/" + i, problems);
      }
    }
  }

  private boolean fits(Value value, MapValue schema) {
    var problems = new ArrayList<String>();
    check(value, schema, "", problems);
    return problems.isEmpty();
  }

  private void fields(MapValue map, MapValue schema, String at, List<String> problems) {
    if (schema.get("required") instanceof ListValue(List<Value> names)) {
      names.stream()
          .filter(name -> !map.has(((StringValue) name).value()))
          .forEach(name -> problems.add(at + ": lacks " + GoJson.write(name)));
    }
    boolean closed = schema.get("additionalProperties").equals(Value.bool(false));
    map.entries()
        .forEach((key, value) -> {
          Node field = schema.map("properties").get(key);
          Node others = schema.get("additionalProperties");
          if (field instanceof MapValue type) {
            check(value, type, at + "/" + key, problems);
          } else if (others instanceof MapValue type) {
            check(value, type, at + "/" + key, problems);
          } else if (closed) {
            problems.add(at + ": has " + key);
          }
        });
  }

  private static long length(Value value) {
    return switch (value) {
      case StringValue(String text) -> text.length();
      case ListValue list -> list.size();
      default -> Long.MAX_VALUE;
    };
  }

  /// The limit of that name; the least number if there is none.
  private static long number(MapValue schema, String name) {
    return schema.get(name) instanceof IntValue(long number) ? number : Long.MIN_VALUE;
  }

  private static boolean isAny(Value value, Value types) {
    return types instanceof ListValue(List<Value> several)
        ? several.stream().anyMatch(type -> is(value, ((StringValue) type).value()))
        : is(value, ((StringValue) types).value());
  }

  private static boolean is(Value value, String type) {
    return switch (type) {
      case "object" -> value instanceof MapValue;
      case "array" -> value instanceof ListValue;
      case "string" -> value instanceof StringValue;
      case "boolean" -> value instanceof BoolValue;
      case "integer" -> value instanceof IntValue;
      case "number" -> value instanceof IntValue || value instanceof FloatValue;
      default -> throw new IllegalArgumentException(type);
    };
  }
}
