package dev.japply.input;

import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The types that the fields of `metadata` have in the Kubernetes API (ObjectMeta in
/// `k8s.io/apimachinery`, `meta/v1`).
enum MetadataFieldType {
  STRING("string", Container.NONE),
  INTEGER("int64", Container.NONE),
  TIME("string", Container.NONE),
  OBJECT("map[string]interface {}", Container.NONE),
  ARRAY("[]interface {}", Container.NONE),
  STRINGS("string", Container.LIST),
  STRING_MAP("string", Container.MAP),
  OBJECTS("map[string]interface {}", Container.LIST);

  static final SequencedMap<String, MetadataFieldType> METADATA = metadata();

  private final String goName;
  private final Container container;

  MetadataFieldType(String goName, Container container) {
    this.goName = goName;
    this.container = container;
  }

  /// Container of a field's values.
  enum Container {
    NONE,
    LIST,
    MAP
  }

  private static SequencedMap<String, MetadataFieldType> metadata() {
    var fields = new LinkedHashMap<String, MetadataFieldType>();
    for (String key :
        new String[] {"name", "generateName", "namespace", "selfLink", "uid", "resourceVersion"}) {
      fields.put(key, STRING);
    }
    fields.put("generation", INTEGER);
    fields.put("creationTimestamp", TIME);
    fields.put("deletionTimestamp", TIME);
    fields.put("deletionGracePeriodSeconds", INTEGER);
    fields.put("labels", STRING_MAP);
    fields.put("annotations", STRING_MAP);
    fields.put("ownerReferences", OBJECTS);
    fields.put("finalizers", STRINGS);
    fields.put("managedFields", OBJECTS);
    return java.util.Collections.unmodifiableSequencedMap(fields);
  }

  /// Returns the type of one value in the words of messages.
  String word() {
    return switch (this) {
      case STRING, STRINGS, STRING_MAP -> "a string";
      case INTEGER -> "an integer";
      case TIME -> "a time";
      case OBJECT, OBJECTS -> "a map";
      case ARRAY -> "a list";
    };
  }

  String goName() {
    return goName;
  }

  Container container() {
    return container;
  }

  /// Whether one value of the field may be `value`; null always may.
  boolean accepts(Value value) {
    return switch (this) {
      case STRING, STRINGS, STRING_MAP -> value instanceof StringValue;
      case INTEGER -> value instanceof IntValue;
      case TIME -> value instanceof StringValue(String text) && isTime(text);
      case OBJECT, OBJECTS -> value instanceof MapValue;
      case ARRAY -> value instanceof ListValue;
    };
  }

  /// Returns a hint about `value`, which the field does not accept.
  String hint(Value value) {
    return switch (this) {
      case STRING, STRINGS, STRING_MAP ->
          value instanceof MapValue || value instanceof ListValue
              ? "write a string"
              : "put quotes around the value";
      case INTEGER -> "write a whole number";
      case TIME -> "write a time such as \"2006-01-02T15:04:05Z\"";
      case OBJECT, OBJECTS -> "write a map";
      case ARRAY -> "write a list";
    };
  }

  private static boolean isTime(String text) {
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
