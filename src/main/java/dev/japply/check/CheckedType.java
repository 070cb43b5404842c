package dev.japply.check;

import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The type of a value, with everything that a check of many values would derive from its schema
/// again and again. Several threads use it at the same time.
final class CheckedType {
  /// An unknown field.
  private static final Field NONE = new Field(null, "");

  private final Schema schema;
  private final boolean isAnything;
  private final boolean isDescribed;
  private final List<String> required;
  private final @Nullable Schema additional;
  private final @Nullable Schema items;
  private final Map<String, Field> fields = new ConcurrentHashMap<>();
  private @Nullable CheckedType additionalType;
  private @Nullable CheckedType itemType;

  CheckedType(Schema schema) {
    this.schema = schema;
    this.isAnything = TypeFaults.isAnything(schema);
    this.isDescribed = isDescribed(schema);
    this.required =
        schema.def().limits().required().stream().filter(key -> !isFilled(schema, key)).toList();
    this.additional = schema.additional().orElse(null);
    this.items = schema.items().orElse(null);
  }

  /// A field of a map.
  ///
  /// @param type null if the field is unknown
  /// @param mergeKey the merge key of a list's items; empty for none
  record Field(@Nullable CheckedType type, String mergeKey) {}

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

  private static boolean isFilled(Schema schema, String key) {
    return !schema.isStrategic()
        && schema
            .field(key)
            .filter(field -> field.rule().defaultValue() instanceof Value)
            .isPresent();
  }

  /// Returns the field `key`, which may be unknown.
  Field field(String key) {
    Field known = fields.get(key);
    if (known != null) {
      return known;
    }
    // The input may have as many unknown keys as the memory holds.
    boolean isKnown = schema.def().fields().containsKey(key);
    return isKnown ? fields.computeIfAbsent(key, this::newField) : NONE;
  }

  private Field newField(String key) {
    return schema
        .field(key)
        .map(field -> new Field(new CheckedType(field.type()), field.rule().mergeKey()))
        .orElse(NONE);
  }

  /// Returns the type of the values of a map with free keys; null if it has none.
  @Nullable CheckedType additional() {
    CheckedType known = additionalType;
    if (known == null && additional != null) {
      known = new CheckedType(additional);
      additionalType = known;
    }
    return known;
  }

  /// Returns the type of the items of a list; null if it is unknown.
  @Nullable CheckedType items() {
    CheckedType known = itemType;
    if (known == null && items != null) {
      known = new CheckedType(items);
      itemType = known;
    }
    return known;
  }
}
