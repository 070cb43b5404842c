package dev.japply.check;

import dev.japply.diff.SimilarName;
import dev.japply.problem.WarningId;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Compares an object with the schema of its type, by the rules of a server:
///
/// - A field with null is a field that is missing. In a custom resource null may be a value.
/// - The server decodes `status`, and does not check its values.
/// - A required field with a default may be missing in a custom resource. The schemas of
///   Kubernetes' own types have zero values as defaults, which the server does not fill in.
final class SchemaCheck {
  private static final int SHOWN = 60;

  private final Schema object;
  private final Consumer<Finding> findings;

  private SchemaCheck(Schema object, Consumer<Finding> findings) {
    this.object = object;
    this.findings = findings;
  }

  static void check(CheckedType object, MapValue manifest, Consumer<Finding> findings) {
    new SchemaCheck(object.schema(), findings)
        .map(object, manifest, FieldPath.root(), /* limited= */ true);
  }

  /// Checks only what a server decodes of a whole object.
  static void decode(CheckedType object, MapValue manifest, Consumer<Finding> findings) {
    new SchemaCheck(object.schema(), findings)
        .map(object, manifest, FieldPath.root(), /* limited= */ false);
  }

  /// Checks the value of the field `key` of the object alone.
  static void checkField(
      CheckedType object, String key, MapValue manifest, Consumer<Finding> findings) {
    CheckedType type = object.field(key).type();
    if (type != null && manifest.get(key) instanceof Value value) {
      new SchemaCheck(object.schema(), findings)
          .value(type, value, FieldPath.root().key(key), "", /* limited= */ true);
    }
  }

  /// @param mergeKey the merge key of a list's items; empty for none
  /// @param limited whether the server checks the value, and does not only decode it
  private void value(
      CheckedType type, Value value, FieldPath path, String mergeKey, boolean limited) {
    if (value instanceof NullValue || type.isAnything()) {
      return;
    }
    Schema schema = type.schema();
    Optional<TypeErrors.Fault> fault = TypeErrors.of(schema, value, path);
    if (fault.isPresent()) {
      findings.accept(Finding.error(path, fault.get().what(), fault.get().hint()));
      return;
    }
    switch (value) {
      case MapValue map -> map(type, map, path, limited);
      case ListValue list -> {
        list(type, list, path, limited);
        if (limited && list.size() > 1 && !mergeKey.isEmpty() && schema.isStrategic()) {
          equalKeys(list, mergeKey, path);
        }
      }
      case StringValue(String text) when limited -> text(schema, text, path);
      default -> {}
    }
  }

  private void map(CheckedType type, MapValue map, FieldPath path, boolean limited) {
    boolean isObject = path instanceof FieldPath.Root;
    map.entries()
        .forEach((key, value) ->
            field(type, key, value, path, limited && !(isObject && key.equals("status"))));
    if (limited && !(type.required().isEmpty() && type.filled().isEmpty())) {
      required(type, map, path);
    }
  }

  private void field(CheckedType type, String key, Value value, FieldPath map, boolean limited) {
    CheckedType.CheckedField field = type.field(key);
    CheckedType own = field.type();
    CheckedType known = own == null ? type.additional() : own;
    if (known != null) {
      value(known, value, map.key(key), field.mergeKey(), limited);
    } else if (type.isDescribed() && !type.has(key)) {
      unknown(map.key(key));
    }
  }

  private void unknown(FieldPath path) {
    String hint = FieldNames.hint(object, path);
    findings.accept(Finding.unserved(path, "unknown field \"" + path + "\"", hint));
  }

  private void required(CheckedType type, MapValue map, FieldPath path) {
    if (map.isEmpty() && isReference(type.schema())) {
      return; // a server drops an empty data source of a claim
    }
    for (String key : type.required()) {
      Node value = map.get(key);
      if (value instanceof Missing || (value instanceof NullValue && type.schema().isStrategic())) {
        findings.accept(Finding.missing(path.key(key)));
      }
    }
    for (RequiredFields.Row row : type.filled()) {
      Node value = map.get(row.field());
      boolean isReported =
          (value instanceof Missing || value instanceof NullValue)
              && type.required().contains(row.field());
      if (!isReported
          && RequiredFields.isEmpty(value)
          && row.holds(map)
          && !RequiredFields.isLenient(path)) {
        findings.accept(Finding.missing(path.key(row.field())));
      }
    }
  }

  private static boolean isReference(Schema schema) {
    return schema.name().endsWith(".TypedLocalObjectReference")
        || schema.name().endsWith(".TypedObjectReference");
  }

  private void list(CheckedType type, ListValue list, FieldPath path, boolean limited) {
    CheckedType items = type.items();
    if (items == null) {
      return;
    }
    for (int i = 0; i < list.size(); i++) {
      FieldPath at = path.index(i);
      Value item = list.items().get(i);
      if (item instanceof NullValue) {
        nullItem(items.schema(), at);
      } else {
        value(items, item, at, "", limited);
      }
    }
  }

  private void nullItem(Schema type, FieldPath path) {
    if (type.isStrategic()) {
      String what = "null becomes an empty value";
      findings.accept(Finding.warning(WarningId.NULL_ITEM, path, what, "remove the item"));
    }
  }

  private void equalKeys(ListValue list, String key, FieldPath path) {
    Set<Value> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      if (list.items().get(i) instanceof MapValue item
          && item.get(key) instanceof Value value
          && !seen.add(value)) {
        String what = "has the same " + key + " as an earlier item";
        findings.accept(
            Finding.warning(
                WarningId.EQUAL_KEYS,
                path.index(i),
                what,
                "a strategic merge patch takes both for one item"));
      }
    }
  }

  private void text(Schema schema, String text, FieldPath path) {
    List<String> values = schema.def().limits().values();
    if (!values.isEmpty() && !values.contains(text)) {
      findings.accept(Finding.error(path, unsupported(text), oneOf(values, text)));
    }
  }

  /// Reports a text that is not one of `values`.
  static void supported(
      FieldPath path, String text, List<String> values, Consumer<Finding> findings) {
    if (!values.contains(text)) {
      findings.accept(Finding.error(path, unsupported(text), oneOf(values, text)));
    }
  }

  /// Returns the message about a value outside of an enumeration.
  static String unsupported(String text) {
    return text.length() > SHOWN ? "unsupported value" : "unsupported value \"" + text + "\"";
  }

  /// Returns the hint with the values of an enumeration.
  static String oneOf(List<String> values, String text) {
    String all =
        values.stream()
            .filter(value -> !value.isEmpty())
            .map(value -> "\"" + value + "\"")
            .collect(Collectors.joining(", "));
    return SimilarName.find(values, text)
        .filter(value -> !value.isEmpty())
        .map(value -> "did you mean \"" + value + "\"? It must be one of " + all)
        .orElse("must be one of " + all);
  }
}
