package dev.japply.check;

import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The type of a value, with everything that a check of many values would derive from its schema
/// again and again. Several threads use it at the same time.
final class CheckedType {
  private static final CheckedField UNKNOWN = new CheckedField(null, "", "");

  private final Schema schema;
  private final boolean isAnything;
  private final boolean isDescribed;
  private final List<String> required;
  private final List<RequiredFields.Row> filled;
  private final TypePart additional;
  private final TypePart items;
  private final Map<String, CheckedField> fields = new HashMap<>();

  CheckedType(Schema schema) {
    this.schema = schema;
    this.isAnything = TypeErrors.isAnything(schema);
    this.isDescribed = isDescribed(schema);
    this.required =
        schema.def().limits().required().stream().filter(key -> !isFilled(schema, key)).toList();
    this.filled = RequiredFields.of(schema.name());
    this.additional = new TypePart(schema.additional().orElse(null));
    this.items = new TypePart(schema.items().orElse(null));
    schema
        .def()
        .fields()
        .forEach((key, field) ->
            fields.put(key, new CheckedField(schema, key, field.rule().mergeKey())));
  }

  /// A field of a map, whose type is looked up when it is needed.
  static final class CheckedField {
    private final @Nullable Schema schema;
    private final String key;
    private final String mergeKey;

    /// Null until it is needed. Threads that look it up at the same time do no harm.
    private @Nullable CheckedType type;

    /// @param schema the schema of the map; null if the field is unknown
    private CheckedField(@Nullable Schema schema, String key, String mergeKey) {
      this.schema = schema;
      this.key = key;
      this.mergeKey = mergeKey;
    }

    /// Returns the type of the value; null if it is unknown.
    @Nullable CheckedType type() {
      CheckedType known = type;
      if (known == null && schema != null) {
        known = schema.field(key).map(field -> new CheckedType(field.type())).orElse(null);
        type = known;
      }
      return known;
    }

    /// The merge key of a list's items; empty for none.
    String mergeKey() {
      return mergeKey;
    }
  }

  /// The type of the parts of a map or list, which is made when it is needed: a type may contain
  /// itself.
  private static final class TypePart {
    private final @Nullable Schema schema;

    /// Null until it is needed. Threads that make it at the same time do no harm.
    private @Nullable CheckedType type;

    TypePart(@Nullable Schema schema) {
      this.schema = schema;
    }

    @Nullable CheckedType type() {
      CheckedType known = type;
      if (known == null && schema != null) {
        known = new CheckedType(schema);
        type = known;
      }
      return known;
    }
  }

  Schema schema() {
    return schema;
  }

  /// Whether all values have the type.
  boolean isAnything() {
    return isAnything;
  }

  /// Whether the fields of a map are known. A struct of Kubernetes may have none at all.
  boolean isDescribed() {
    return isDescribed;
  }

  private static boolean isDescribed(Schema schema) {
    return !schema.def().fields().isEmpty()
        || (schema.isStrategic()
            && schema.def().kind().equals("object")
            && schema.name().startsWith("io.k8s."));
  }

  /// The fields that a map must have.
  List<String> required() {
    return required;
  }

  /// The fields that a map must have by a server's own code, and that may not be empty.
  List<RequiredFields.Row> filled() {
    return filled;
  }

  private static boolean isFilled(Schema schema, String key) {
    return !schema.isStrategic()
        && schema
            .field(key)
            .filter(field -> field.rule().defaultValue() instanceof Value)
            .isPresent();
  }

  boolean has(String key) {
    return fields.containsKey(key);
  }

  /// Returns the field `key`, which may be unknown.
  CheckedField field(String key) {
    return fields.getOrDefault(key, UNKNOWN);
  }

  /// Returns the type of the values of a map with free keys; null if it has none.
  @Nullable CheckedType additional() {
    return additional.type();
  }

  /// Returns the type of the items of a list; null if it is unknown.
  @Nullable CheckedType items() {
    return items.type();
  }
}
