package dev.japply.check;

import static dev.japply.check.CustomSchema.ADDITIONAL;
import static dev.japply.check.CustomSchema.EMBEDDED;
import static dev.japply.check.CustomSchema.ITEMS;
import static dev.japply.check.CustomSchema.PRESERVE;
import static dev.japply.check.CustomSchema.PROPERTIES;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The keywords of a CustomResourceDefinition's schema: the ones that a server refuses, and the
/// ones that need others.
final class SchemaKeywords {
  private static final String TYPE = "type";
  private static final String LIST_TYPE = "x-kubernetes-list-type";
  private static final String MAP_TYPE = "x-kubernetes-map-type";
  private static final String KEYS = "x-kubernetes-list-map-keys";
  private static final String RULES = "x-kubernetes-validations";
  private static final List<String> TYPES =
      List.of("array", "boolean", "integer", "number", "object", "string");
  private static final Set<String> IDENTITY =
      Set.of("apiVersion", "kind", StructuralSchema.METADATA);
  private static final List<String> UNSUPPORTED =
      List.of(
          "id",
          "$schema",
          "$ref",
          "additionalItems",
          "patternProperties",
          "definitions",
          "dependencies");

  /// The keywords with schemas by name.
  static final Set<String> MAPS = Set.of(PROPERTIES, "patternProperties", "definitions");

  private static final Set<String> VALUES = Set.of("default", "enum", "example");

  private final Consumer<Finding> findings;

  private SchemaKeywords(Consumer<Finding> findings) {
    this.findings = findings;
  }

  /// Reports keywords that a server refuses.
  ///
  /// @param root the schema without null
  static void check(MapAtPath root, Consumer<Finding> findings) {
    if (CustomSchema.isNullable(root.map())) {
      findings.accept(
          Finding.error(root.path().key("nullable"), "must not be true for the whole object", ""));
    }
    new SchemaKeywords(findings).part(root, /* isRoot= */ true, /* inMetadata= */ false, false);
  }

  /// Returns a schema as a server decodes it, where null is no value.
  static MapValue withoutNull(MapValue schema) {
    var entries = new LinkedHashMap<String, Value>();
    schema
        .entries()
        .forEach((key, value) -> {
          if (!(value instanceof NullValue)) {
            entries.put(key, VALUES.contains(key) ? value : keyword(key, value));
          }
        });
    return MapValue.copyOf(entries);
  }

  private static Value keyword(String key, Value value) {
    return switch (value) {
      case MapValue map when MAPS.contains(key) -> {
        var schemas = new LinkedHashMap<String, Value>();
        map.entries().forEach((name, each) -> schemas.put(name, schema(each)));
        yield MapValue.copyOf(schemas);
      }
      case MapValue map -> withoutNull(map);
      case ListValue(List<Value> items) ->
          new ListValue(items.stream().map(SchemaKeywords::schema).toList());
      default -> value;
    };
  }

  private static Value schema(Value value) {
    return switch (value) {
      case NullValue none -> MapValue.EMPTY;
      case MapValue map -> withoutNull(map);
      default -> value;
    };
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  /// @param inMetadata whether it is about the kind or the metadata of an object
  /// @param noDefaults whether defaults are not allowed
  private void part(MapAtPath part, boolean isRoot, boolean inMetadata, boolean noDefaults) {
    MapValue schema = part.map();
    FieldPath path = part.path();
    String type = part.text(TYPE);
    if (!type.isEmpty() && !TYPES.contains(type)) {
      report(
          path.key(TYPE),
          SchemaCheck.unsupported(type),
          type.equals("null") ? "set nullable: true" : SchemaCheck.oneOf(TYPES, type));
    }
    if (noDefaults && schema.has("default")) {
      report(path.key("default"), "must not be set here", "");
    }
    for (String key : UNSUPPORTED) {
      if (isGiven(schema, key)) {
        report(path.key(key), "is not supported", "write the schema in its place");
      }
    }
    if (schema.get(ITEMS) instanceof ListValue(List<Value> items) && !items.isEmpty()) {
      report(path.key(ITEMS), "must be one schema, but is a list", "");
    }
    if (inMetadata && CustomSchema.is(schema, EMBEDDED)) {
      report(path.key(EMBEDDED), "must not be set in metadata", "");
    }
    if (CustomSchema.is(schema, "uniqueItems")) {
      report(path.key("uniqueItems"), "must not be true", "use x-kubernetes-list-type: set");
    }
    if (schema.get(PRESERVE).equals(Value.FALSE)) {
      report(path.key(PRESERVE), "must be true, or must not be set", "remove it");
    }
    if (!schema.map(PROPERTIES).isEmpty()
        && (schema.get(ADDITIONAL) instanceof MapValue
            || schema.get(ADDITIONAL).equals(Value.FALSE))) {
      report(path.key(ADDITIONAL), "must not be set next to properties", "");
    }
    maps(part, type);
    lists(part, type);
    rules(part);
    inner(part, isRoot, inMetadata, noDefaults);
  }

  private void inner(MapAtPath part, boolean isRoot, boolean inMetadata, boolean noDefaults) {
    MapValue schema = part.map();
    if (schema.get(ADDITIONAL) instanceof MapValue) {
      part(part.part(ADDITIONAL), false, inMetadata, noDefaults || inMetadata);
    }
    boolean isObject = isRoot || CustomSchema.is(schema, EMBEDDED);
    for (MapAtPath field : part.part(PROPERTIES).parts()) {
      boolean identity = isObject && IDENTITY.contains(((FieldPath.Key) field.path()).key());
      part(field, false, inMetadata || identity, noDefaults || (isRoot && identity));
    }
    for (String junctor : StructuralSchema.JUNCTORS) {
      part.items(junctor).forEach(each -> part(each, false, inMetadata, noDefaults));
    }
    for (String key : List.of("not", ITEMS)) {
      if (schema.get(key) instanceof MapValue) {
        part(part.part(key), false, inMetadata, noDefaults);
      }
    }
  }

  private static boolean isGiven(MapValue schema, String key) {
    return switch (schema.get(key)) {
      case Missing none -> false;
      case MapValue map -> !map.isEmpty() || key.equals("dependencies");
      case StringValue(String text) -> !text.isEmpty() || key.equals("$ref");
      case Value other -> true;
    };
  }

  private void maps(MapAtPath part, String type) {
    String mapType = part.text(MAP_TYPE);
    if (part.get(MAP_TYPE) instanceof StringValue) {
      expectType(part, type, "object", MAP_TYPE);
      SchemaCheck.supported(
          part.path().key(MAP_TYPE), mapType, List.of("atomic", "granular"), findings);
    }
  }

  private void expectType(MapAtPath part, String type, String wanted, String keyword) {
    if (!type.equals(wanted)) {
      report(part.path().key(TYPE), "must be \"" + wanted + "\" next to " + keyword, "");
    }
  }

  private void lists(MapAtPath part, String type) {
    FieldPath path = part.path();
    List<String> keys = keys(part.map());
    String listType = part.text(LIST_TYPE);
    if (part.get(LIST_TYPE) instanceof StringValue) {
      expectType(part, type, "array", LIST_TYPE);
      SchemaCheck.supported(
          path.key(LIST_TYPE), listType, List.of("atomic", "set", "map"), findings);
    }
    if (!keys.isEmpty() && !listType.equals("map")) {
      report(path.key(LIST_TYPE), "must be \"map\" next to " + KEYS, "");
    }
    boolean keyed = listType.equals("map");
    if (keyed && keys.isEmpty()) {
      findings.accept(Finding.missing(path.key(KEYS)));
    }
    if (keyed && !part.map().has(ITEMS) && !type.equals("array")) {
      findings.accept(Finding.missing(path.key(ITEMS)));
    }
    if (!(part.get(ITEMS) instanceof MapValue)) {
      return;
    }
    MapAtPath items = part.part(ITEMS);
    if (listType.equals("set") && type.equals("array")) {
      items(items);
    }
    if ((keyed || listType.equals("set")) && CustomSchema.isNullable(items.map())) {
      report(items.path().key("nullable"), "must not be true in such a list", "");
    }
    if (keyed) {
      keyed(part, items, keys);
    }
  }

  /// Checks the items of a set, which are atomic.
  private void items(MapAtPath items) {
    String kind = items.text(TYPE);
    if (kind.equals("array")
        && items.get(LIST_TYPE) instanceof StringValue(String given)
        && !given.equals("atomic")) {
      report(items.path().key(LIST_TYPE), "must be \"atomic\" for items of a set", "");
    }
    if (kind.equals("object") && !items.text(MAP_TYPE).equals("atomic")) {
      report(items.path().key(MAP_TYPE), "must be \"atomic\" for items of a set", "");
    }
  }

  private void keyed(MapAtPath list, MapAtPath items, List<String> keys) {
    if (!items.text(TYPE).equals("object")) {
      report(items.path().key(TYPE), "must be \"object\" in such a list", "");
      return;
    }
    Set<String> seen = new HashSet<>();
    MapAtPath fields = items.part(PROPERTIES);
    for (String key : keys) {
      if (!seen.add(key)) {
        report(list.path().key(KEYS), "has \"" + key + "\" twice", "remove one of them");
      }
      if (!(fields.get(key) instanceof MapValue field)) {
        report(list.path().key(KEYS), "the items have no field \"" + key + "\"", "");
        continue;
      }
      FieldPath path = fields.path().key(key);
      if (Set.of("array", "object").contains(field.text(TYPE))) {
        report(path.key(TYPE), "must not be a map or list, since it is a key", "");
      }
      if (!field.has("default") && !CustomValues.names(items.map(), "required").contains(key)) {
        String hint = "or add it to required, since it is a key";
        report(path.key("default"), "required value is missing", hint);
      }
      if (CustomSchema.isNullable(field)) {
        report(path.key("nullable"), "must not be true, since it is a key", "");
      }
    }
  }

  private static List<String> keys(MapValue schema) {
    // Null is an empty text.
    return schema.get(KEYS) instanceof ListValue(List<Value> keys)
        ? keys.stream().map(key -> key instanceof StringValue(String name) ? name : "").toList()
        : List.of();
  }

  /// Checks rules in CEL without running them.
  private void rules(MapAtPath part) {
    for (MapAtPath rule : part.items(RULES)) {
      String text = rule.text("rule").strip();
      String message = rule.text("message").strip();
      if (text.isEmpty()) {
        if (rule.get("rule") instanceof StringValue) {
          findings.accept(Finding.missing(rule.path().key("rule")));
        }
      } else if (!rule.text("message").isEmpty() && message.isEmpty()) {
        report(rule.path().key("message"), "must not be blank", "");
      } else if (hasLines(message)) {
        report(rule.path().key("message"), "must be one line", "");
      } else if (hasLines(text) && message.isEmpty()) {
        String hint = "a rule of several lines needs a message";
        report(rule.path().key("message"), "required value is missing", hint);
      }
      for (String key : List.of("messageExpression", "fieldPath")) {
        if (!rule.text(key).isEmpty() && rule.text(key).isBlank()) {
          report(rule.path().key(key), "must not be blank", "");
        }
      }
    }
  }

  private static boolean hasLines(String text) {
    return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
  }

  /// Checks the defaults of a schema that has no other mistakes: each must be a valid value.
  ///
  /// @param metadata the type of an object with metadata
  /// @param minor the minor version of Kubernetes
  static void checkDefaults(
      CheckedType metadata, int minor, MapAtPath root, Consumer<Finding> findings) {
    defaults(metadata, minor, root, /* isRoot= */ true, /* inMetadata= */ false, findings);
  }

  private static void defaults(
      CheckedType metadata,
      int minor,
      MapAtPath part,
      boolean isRoot,
      boolean inMetadata,
      Consumer<Finding> findings) {
    boolean embedded = CustomSchema.is(part.map(), EMBEDDED);
    boolean inside = inMetadata && !embedded;
    if (!isRoot) {
      CustomSchema.checkDefault(metadata, minor, part, inside, findings);
    }
    for (MapAtPath field : part.part(PROPERTIES).parts()) {
      boolean identity = IDENTITY.contains(((FieldPath.Key) field.path()).key());
      boolean within = inside || ((isRoot || embedded) && identity);
      defaults(metadata, minor, field, false, within, findings);
    }
    if (part.get(ITEMS) instanceof MapValue) {
      defaults(metadata, minor, part.part(ITEMS), false, inside, findings);
    }
  }

  /// Reports wrong values below `items` and `additionalProperties`, which the server's schema does
  /// not describe.
  ///
  /// @param type the type of a schema
  static void checkTypes(CheckedType type, MapAtPath part, Consumer<Finding> findings) {
    MapValue schema = part.map();
    if (schema.get(ADDITIONAL) instanceof Value value
        && !(value instanceof MapValue || value instanceof BoolValue)
        && !(value instanceof NullValue)) {
      findings.accept(
          Finding.error(part.path().key(ADDITIONAL), "must be true, false or a schema", ""));
    }
    for (String key : List.of(ADDITIONAL, ITEMS)) {
      if (schema.get(key) instanceof MapValue inner) {
        SchemaCheck.check(
            type,
            inner,
            found -> {
              // A server drops unknown fields there.
              if (found.warning() == null && !found.what().startsWith("unknown field")) {
                findings.accept(found.below(part.path().key(key)));
              }
            });
        checkTypes(type, part.part(key), findings);
      }
    }
    part.part(PROPERTIES).parts().forEach(each -> checkTypes(type, each, findings));
    for (String junctor : StructuralSchema.JUNCTORS) {
      part.items(junctor).forEach(each -> checkTypes(type, each, findings));
    }
    if (schema.get("not") instanceof MapValue) {
      checkTypes(type, part.part("not"), findings);
    }
  }
}
