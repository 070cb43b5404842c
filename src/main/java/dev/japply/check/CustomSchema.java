package dev.japply.check;

import dev.japply.diff.SimilarName;
import dev.japply.golang.GoPattern;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The schema of a custom resource, as its CustomResourceDefinition has it. An object is checked as
/// a server does it: unknown fields first, then null and defaults, then the values.
///
/// <https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/>
final class CustomSchema {
  static final String PROPERTIES = "properties";
  static final String ADDITIONAL = "additionalProperties";
  static final String ITEMS = "items";
  static final String INT_OR_STRING = "x-kubernetes-int-or-string";
  static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
  static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final String REQUIRED = "required";
  private static final String METADATA = "metadata";
  private static final String STATUS = "status";
  private static final Set<String> OF_ALL = Set.of("apiVersion", "kind", METADATA);

  private final MapValue schema;
  private final boolean hasStatus;

  /// The schema without the fields whose values are not checked, or are checked by other rules.
  private final MapValue checked;

  /// The compiled patterns of the schema; empty for an invalid one.
  private final Map<String, Optional<GoPattern>> patterns =
      Collections.synchronizedMap(new HashMap<>());

  /// @param schema the `openAPIV3Schema`
  /// @param hasStatus whether `status` is a subresource, and therefore not checked
  CustomSchema(MapValue schema, boolean hasStatus) {
    this.schema = schema;
    this.hasStatus = hasStatus;
    MapValue own = without(schema, OF_ALL);
    this.checked = hasStatus ? without(own, Set.of(STATUS)) : own;
  }

  /// Checks an object.
  ///
  /// @param metadata the type of an object with metadata
  /// @param minor the minor version of Kubernetes
  void check(CheckedType metadata, int minor, MapValue object, Consumer<Finding> findings) {
    new Unknown(metadata, findings).object(schema, object, FieldPath.root());
    MapValue stored = hasStatus ? object.without(STATUS) : object;
    new CustomValues(minor, findings, patterns, /* isDefault= */ false)
        .check(checked, complete(checked, stored), FieldPath.root());
  }

  /// Checks the default of a part of a schema, which a server compares with it as it is.
  ///
  /// @param inMetadata whether it is in the metadata of an object, whose fields are known
  static void checkDefault(
      CheckedType metadata,
      int minor,
      MapAtPath schema,
      boolean inMetadata,
      Consumer<Finding> findings) {
    if (schema.get("default") instanceof Value value) {
      FieldPath path = schema.path().key("default");
      if (!inMetadata) {
        new Unknown(metadata, findings).value(schema.map(), value, path);
      }
      new CustomValues(minor, findings, new HashMap<>(), /* isDefault= */ true)
          .check(schema.map(), value, path);
    }
  }

  private static MapValue without(MapValue schema, Set<String> fields) {
    MapValue properties = schema.map(PROPERTIES);
    var required = new ArrayList<Value>();
    if (schema.get(REQUIRED) instanceof ListValue(List<Value> names)) {
      required.addAll(names);
    }
    for (String field : fields) {
      properties = properties.without(field);
      required.removeIf(Value.text(field)::equals);
    }
    return schema.with(PROPERTIES, properties).with(REQUIRED, new ListValue(required));
  }

  /// Returns a value as the server completes it: without null where that is not allowed, and with
  /// the defaults.
  private static Value complete(MapValue schema, Value value) {
    return switch (value) {
      case MapValue map -> completeMap(schema, map);
      case ListValue list -> {
        MapValue type = schema.map(ITEMS);
        yield new ListValue(
            list.items().stream().map(item -> complete(type, filled(type, item))).toList());
      }
      default -> value;
    };
  }

  /// Returns the default in place of null, where null is not allowed.
  private static Value filled(MapValue schema, Value value) {
    return value instanceof NullValue && !isNullable(schema) && hasDefault(schema)
        ? (Value) schema.get("default")
        : value;
  }

  /// Whether a schema has a default. Null is none.
  private static boolean hasDefault(MapValue schema) {
    return schema.get("default") instanceof Value value && !(value instanceof NullValue);
  }

  private static MapValue completeMap(MapValue schema, MapValue map) {
    var entries = new LinkedHashMap<String, Value>();
    map.entries()
        .forEach((key, value) -> {
          MapValue type = typeOf(schema, key);
          Value given = type == null ? value : filled(type, value);
          boolean dropped = given instanceof NullValue && type != null && !isNullable(type);
          if (!dropped) {
            entries.put(key, given);
          }
        });
    schema
        .map(PROPERTIES)
        .entries()
        .forEach((key, type) -> {
          if (type instanceof MapValue each && hasDefault(each) && !entries.containsKey(key)) {
            entries.put(key, (Value) each.get("default"));
          }
        });
    entries.replaceAll((key, value) -> {
      MapValue type = typeOf(schema, key);
      return type == null ? value : complete(type, value);
    });
    return MapValue.copyOf(entries);
  }

  /// Returns the type of a field; null if the schema has none.
  static @Nullable MapValue typeOf(MapValue schema, String key) {
    return schema.map(PROPERTIES).get(key) instanceof MapValue type
        ? type
        : schema.get(ADDITIONAL) instanceof MapValue additional ? additional : null;
  }

  static boolean isNullable(MapValue schema) {
    return is(schema, "nullable");
  }

  static boolean is(MapValue schema, String keyword) {
    return schema.get(keyword).equals(Value.TRUE);
  }

  /// Finds unknown fields. The server refuses them, also within `status`.
  private record Unknown(CheckedType metadata, Consumer<Finding> findings) {

    /// Checks an object with kind and metadata.
    void object(MapValue schema, MapValue object, FieldPath path) {
      if (object.has(METADATA)) {
        SchemaCheck.checkField(
            metadata, METADATA, object, finding -> findings.accept(finding.below(path)));
      }
      fields(schema, object, path, /* embedded= */ true);
    }

    private void fields(MapValue schema, MapValue map, FieldPath path, boolean embedded) {
      boolean open = is(schema, PRESERVE) || is(schema, ADDITIONAL);
      map.entries()
          .forEach((key, value) -> {
            if (embedded && OF_ALL.contains(key)) {
              return;
            }
            MapValue type = typeOf(schema, key);
            if (type != null) {
              value(type, value, path.key(key));
            } else if (!open) {
              unknown(schema, path, key);
            }
          });
    }

    private void value(MapValue schema, Value value, FieldPath path) {
      switch (value) {
        case MapValue map when is(schema, EMBEDDED) -> object(schema, map, path);
        case MapValue map -> fields(schema, map, path, false);
        case ListValue list when schema.has(ITEMS) -> {
          for (int i = 0; i < list.size(); i++) {
            value(schema.map(ITEMS), list.items().get(i), path.index(i));
          }
        }
        default -> {}
      }
    }

    private void unknown(MapValue schema, FieldPath parent, String key) {
      FieldPath path = parent.key(key);
      String hint =
          SimilarName.find(schema.map(PROPERTIES).entries().keySet(), key)
              .map(known -> "did you mean \"" + known + "\"?")
              .orElse("");
      findings.accept(new Finding(path, "unknown field \"" + path + "\"", hint, null));
    }
  }
}
