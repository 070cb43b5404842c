package dev.japply.check;

import static dev.japply.check.CustomSchema.ADDITIONAL;
import static dev.japply.check.CustomSchema.EMBEDDED;
import static dev.japply.check.CustomSchema.INT_OR_STRING;
import static dev.japply.check.CustomSchema.ITEMS;
import static dev.japply.check.CustomSchema.PRESERVE;
import static dev.japply.check.CustomSchema.PROPERTIES;

import dev.japply.golang.GoPattern;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The rules of structural schemas, which a server enforces for CustomResourceDefinitions: each
/// part has a type, and `allOf` and its like only limit values of fields that are defined outside.
///
/// <https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema>
final class StructuralSchema {
  static final String METADATA = "metadata";
  static final List<String> JUNCTORS = List.of("allOf", "anyOf", "oneOf");
  private static final String TYPE = "type";
  private static final String KEYS = "x-kubernetes-list-map-keys";
  private static final String OBJECT = "object";
  private static final String MUST_BE_OBJECT = "must be \"object\"";

  /// The two schemas of a value that is an integer or a string, in the only order that a server
  /// takes.
  private static final ListValue INTEGER_OR_STRING =
      ListValue.of(
          MapValue.of(TYPE, Value.text("integer")), MapValue.of(TYPE, Value.text("string")));

  /// The keywords that only the schema itself may have, besides `additionalProperties`.
  private static final List<String> STRUCTURE =
      List.of(
          TYPE,
          "default",
          "title",
          "description",
          "nullable",
          PRESERVE,
          EMBEDDED,
          INT_OR_STRING,
          KEYS,
          "x-kubernetes-list-type",
          "x-kubernetes-map-type",
          "x-kubernetes-validations");

  /// The keywords of the schema of `metadata` that a server ignores.
  private static final Set<String> OF_METADATA = Set.of(TYPE, "default", PROPERTIES);

  private static final Set<String> NAMES = Set.of("name", "generateName");

  private final Consumer<Finding> findings;

  private StructuralSchema(Consumer<Finding> findings) {
    this.findings = findings;
  }

  /// Reports why a schema is not structural.
  ///
  /// @param root the schema without null, as [SchemaKeywords#withoutNull] returns it
  static void check(MapAtPath root, Consumer<Finding> findings) {
    var rules = new StructuralSchema(findings);
    rules.part(root, /* isRoot= */ true);
    rules.complete(root, root);
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  private void missing(FieldPath path, String hint) {
    report(path, "required value is missing", hint);
  }

  private void part(MapAtPath part, boolean isRoot) {
    MapValue schema = part.map();
    FieldPath path = part.path();
    String type = part.text(TYPE);
    if (type.equals("array") && !(schema.get(ITEMS) instanceof MapValue)) {
      missing(path.key(ITEMS), "a list has items");
    }
    for (MapAtPath inner : inner(part)) {
      part(inner, false);
    }
    if (isRoot && schema.has(ADDITIONAL)) {
      report(path.key(ADDITIONAL), "must not be set for the whole object", "");
    }
    boolean embedded = CustomSchema.is(schema, EMBEDDED);
    if (CustomSchema.is(schema, INT_OR_STRING)) {
      for (String other : List.of(PRESERVE, EMBEDDED)) {
        if (CustomSchema.is(schema, other)) {
          report(path.key(other), "must not be set next to " + INT_OR_STRING, "");
        }
      }
    }
    limits(
        part,
        isIntOrString(schema),
        schema.get("allOf") instanceof ListValue(List<Value> all)
            && !all.isEmpty()
            && all.getFirst() instanceof MapValue first
            && isIntOrString(first));
    type(part, isRoot, embedded);
    if (embedded && schema.has(ADDITIONAL)) {
      report(path.key(ADDITIONAL), "must not be set next to " + EMBEDDED, "");
    }
    if (embedded && !CustomSchema.is(schema, PRESERVE) && schema.map(PROPERTIES).isEmpty()) {
      missing(path.key(PROPERTIES), "or set " + PRESERVE + ": true");
    }
    if (isRoot || embedded) {
      identity(part, isRoot);
    }
  }

  private static boolean isIntOrString(MapValue schema) {
    return schema.get("anyOf") instanceof ListValue(List<Value> types)
        && INTEGER_OR_STRING.equals(
            new ListValue(
                types.stream()
                    .map(type -> type instanceof MapValue map ? given(map) : type)
                    .toList()));
  }

  /// Returns a schema without the keywords whose values mean nothing.
  private static MapValue given(MapValue schema) {
    MapValue given = schema;
    for (String key : schema.entries().keySet()) {
      given = isGiven(key, schema) ? given : given.without(key);
    }
    return given;
  }

  private void type(MapAtPath part, boolean isRoot, boolean embedded) {
    FieldPath path = part.path().key(TYPE);
    if (part.get(TYPE) instanceof Value value && !(value instanceof StringValue)) {
      return; // an error of its own
    }
    String type = part.text(TYPE);
    boolean any =
        CustomSchema.is(part.map(), INT_OR_STRING) || CustomSchema.is(part.map(), PRESERVE);
    if (type.isEmpty() && (embedded || !any)) {
      if (isRoot) {
        report(path, MUST_BE_OBJECT, "a schema has a type");
      } else {
        missing(path, "each part of a schema has a type");
      }
    } else if (!type.isEmpty() && !type.equals(OBJECT) && (embedded || isRoot)) {
      report(path, MUST_BE_OBJECT, "a schema has a type");
    }
  }

  /// Checks the fields that all objects have.
  private void identity(MapAtPath part, boolean isRoot) {
    MapAtPath fields = part.part(PROPERTIES);
    for (String key : List.of("apiVersion", "kind")) {
      if (fields.get(key) instanceof MapValue
          && fields.part(key).get(TYPE) instanceof Value
          && !fields.part(key).text(TYPE).equals("string")) {
        report(fields.path().key(key).key(TYPE), "must be \"string\"", "");
      }
    }
    if (fields.get(METADATA) instanceof MapValue metadata) {
      FieldPath path = fields.path().key(METADATA);
      if (metadata.get(TYPE) instanceof Value && !metadata.text(TYPE).equals(OBJECT)) {
        report(path.key(TYPE), MUST_BE_OBJECT, "");
      }
      boolean more =
          metadata.entries().entrySet().stream()
                  .anyMatch(each ->
                      !OF_METADATA.contains(each.getKey()) && isGiven(each.getKey(), metadata))
              || !NAMES.containsAll(metadata.map(PROPERTIES).entries().keySet());
      if (isRoot && more) {
        report(path, "must define name and generateName only", "remove the others");
      }
    }
  }

  /// Checks the limits of values.
  ///
  /// @param isIntOrString whether `anyOf` has the two types of an integer or a string
  /// @param firstIsIntOrString whether the first item of `allOf` has such an `anyOf`
  private void limits(MapAtPath part, boolean isIntOrString, boolean firstIsIntOrString) {
    for (String junctor : JUNCTORS) {
      if (!(isIntOrString && junctor.equals("anyOf"))) {
        List<MapAtPath> nested = part.items(junctor);
        for (int i = 0; i < nested.size(); i++) {
          nested(nested.get(i), firstIsIntOrString && i == 0 && junctor.equals("allOf"));
        }
      }
    }
    if (part.get("not") instanceof MapValue) {
      nested(part.part("not"), false);
    }
    String pattern = part.text("pattern");
    if (!pattern.isEmpty() && !isPattern(pattern)) {
      report(part.path().key("pattern"), "is no regular expression of Go", "");
    }
  }

  /// Whether Go compiles it. Classes of Unicode differ from version to version.
  private static boolean isPattern(String text) {
    try {
      GoPattern.compile(text.replaceAll("\\\\[pP](?:\\{[^}]*\\}|\\w)", "a"));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void nested(MapAtPath part, boolean isIntOrString) {
    limits(part, isIntOrString, false);
    if (part.get(ITEMS) instanceof MapValue) {
      nested(part.part(ITEMS), false);
    }
    for (MapAtPath field : part.part(PROPERTIES).parts()) {
      nested(field, false);
    }
    for (String key : STRUCTURE) {
      boolean isEmpty = part.get(key).equals(ListValue.EMPTY) && key.equals(KEYS);
      if (!isEmpty && isGiven(key, part.map())) {
        report(part.path().key(key), "must not be set here", "write the " + key + " outside of it");
      }
    }
    if (isGiven(ADDITIONAL, part.map())) {
      report(part.path().key(ADDITIONAL), "must not be set here", "write it outside");
    }
    if (part.part(PROPERTIES).get(METADATA) instanceof MapValue) {
      report(part.path().key(PROPERTIES).key(METADATA), "must not be set here", "remove it");
    }
  }

  /// Whether a keyword has a value that means something.
  private static boolean isGiven(String key, MapValue schema) {
    Node value = schema.get(key);
    return value instanceof Value
        && !(value instanceof BoolValue(boolean bool) && !bool)
        && !(value instanceof StringValue(String text)
            && text.isEmpty()
            && !key.equals("default")
            && !key.endsWith("-type"))
        && !(value instanceof MapValue map
            && map.isEmpty()
            && SchemaKeywords.MAPS.contains(key)
            && !key.equals(PROPERTIES))
        && !(value instanceof ListValue(List<Value> items)
            && items.isEmpty()
            && !key.equals("default")
            && !key.equals("required")
            && !key.equals(KEYS));
  }

  /// Reports fields of `allOf` and its like that the schema itself does not have.
  private void complete(MapAtPath limits, MapAtPath schema) {
    nestedIn(limits).forEach(nested -> completeNested(nested, schema));
  }

  private void completeNested(MapAtPath nested, MapAtPath schema) {
    complete(nested, schema);
    if (nested.get(ITEMS) instanceof MapValue) {
      if (schema.get(ITEMS) instanceof MapValue) {
        completeNested(nested.part(ITEMS), schema.part(ITEMS));
      } else {
        undefined(nested.path().key(ITEMS), schema.path().key(ITEMS));
      }
    }
    for (MapAtPath field : nested.part(PROPERTIES).parts()) {
      String key = ((FieldPath.Key) field.path()).key();
      MapAtPath fields = schema.part(PROPERTIES);
      if (fields.get(key) instanceof MapValue) {
        completeNested(field, fields.part(key));
      } else {
        undefined(field.path(), fields.path().key(key));
      }
    }
  }

  private void undefined(FieldPath path, FieldPath outside) {
    report(path, "must be defined outside of it, too", "add " + outside);
  }

  private static Stream<MapAtPath> nestedIn(MapAtPath schema) {
    Stream<MapAtPath> lists = JUNCTORS.stream().flatMap(key -> schema.items(key).stream());
    return schema.get("not") instanceof MapValue
        ? Stream.concat(lists, Stream.of(schema.part("not")))
        : lists;
  }

  /// Returns the schemas of the fields, of other fields, and of items.
  private static List<MapAtPath> inner(MapAtPath schema) {
    return Stream.concat(
            schema.part(PROPERTIES).parts().stream(),
            Stream.of(ADDITIONAL, ITEMS)
                .filter(key -> schema.get(key) instanceof MapValue)
                .map(schema::part))
        .toList();
  }
}
