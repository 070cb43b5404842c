package dev.japply.cluster;

import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the values in a manifest that do not have the schema's type. A server that fails to decode
/// an object reports at most the first one, with the names of Go structs.
final class TypeFaults {
  private static final Pattern QUANTITY =
      Pattern.compile("[+-]?[0-9.]+([eEinumkKMGTP]*[-+]?[0-9]*)");
  private static final Map<String, String> WANTED =
      Map.of(
          "object", "a map",
          "array", "a list",
          "string", "a string",
          "integer", "an integer",
          "number", "a number",
          "boolean", "true or false");

  private TypeFaults() {}

  /// A value of the wrong type.
  ///
  /// @param wanted the expected type
  /// @param what the expected and the actual type
  /// @param hint advice; may be empty
  record Fault(FieldPath path, String wanted, String what, String hint) {}

  static List<Fault> in(Schema schema, MapValue manifest) {
    var faults = new ArrayList<Fault>();
    check(schema, manifest, FieldPath.root(), faults);
    return faults;
  }

  private static void check(Schema schema, Value value, FieldPath path, List<Fault> faults) {
    if (value instanceof Value.NullValue) {
      return;
    }
    Optional<String> wanted = wanted(schema, value);
    if (wanted.isPresent()) {
      faults.add(fault(path, wanted.get(), value));
    } else if (value instanceof MapValue map) {
      map.entries()
          .forEach((key, inner) ->
              inside(schema, key).ifPresent(type -> check(type, inner, path.key(key), faults)));
    } else if (value instanceof ListValue(var items)) {
      for (int i = 0; i < items.size(); i++) {
        FieldPath item = path.index(i);
        Value inner = items.get(i);
        schema.items().ifPresent(type -> check(type, inner, item, faults));
      }
    }
  }

  private static Fault fault(FieldPath path, String wanted, Value value) {
    String is = type(value);
    boolean form = value instanceof StringValue && !WANTED.containsValue(wanted);
    boolean unquoted =
        wanted.equals("a string") && !(value instanceof MapValue || value instanceof ListValue);
    return new Fault(
        path,
        wanted,
        "must be " + wanted + (form ? "" : ", but is " + is),
        unquoted ? "put it in quotes" : "");
  }

  private static Optional<Schema> inside(Schema schema, String key) {
    return schema.field(key).map(Schema.Field::type).or(schema::additional);
  }

  /// Returns the expected type if `value` does not have it; empty if it does.
  private static Optional<String> wanted(Schema schema, Value value) {
    String format = schema.def().format();
    if (schema.isQuantity()) {
      boolean good =
          switch (value) {
            case StringValue(String text) -> QUANTITY.matcher(text).matches();
            case Value.IntValue number -> true;
            case Value.BigIntValue number -> true;
            case Value.FloatValue number -> true;
            case Value.BoolValue other -> false;
            case Value.NullValue other -> false;
            case ListValue other -> false;
            case MapValue other -> false;
          };
      return good ? Optional.empty() : Optional.of("a quantity such as 500m or 2Gi");
    }
    if (format.equals("int-or-string")) {
      boolean good = fits("integer", value) || fits("string", value);
      return good ? Optional.empty() : Optional.of("an integer or a string");
    }
    if (fits(schema.def().kind(), value)) {
      boolean binary = format.equals("byte") && value instanceof StringValue;
      return binary && !isBase64(((StringValue) value).value())
          ? Optional.of("base64")
          : Optional.empty();
    }
    return Optional.ofNullable(WANTED.get(schema.def().kind()));
  }

  private static boolean fits(String kind, Value value) {
    return switch (value) {
      case MapValue map -> kind.equals("object");
      case ListValue list -> kind.equals("array");
      case StringValue text -> kind.equals("string");
      case Value.BoolValue bool -> kind.equals("boolean");
      case Value.IntValue number -> kind.equals("integer") || kind.equals("number");
      case Value.BigIntValue number -> kind.equals("integer") || kind.equals("number");
      case Value.FloatValue number -> kind.equals("number");
      case Value.NullValue nothing -> true;
    };
  }

  private static boolean isBase64(String text) {
    try {
      return Base64.getMimeDecoder().decode(text).length * 4L / 3 + 3 >= text.length()
          && text.matches("[A-Za-z0-9+/=\\s]*");
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// Returns the type, or the value of a boolean. A string may be secret and is not shown.
  private static String type(Node value) {
    return switch (value) {
      case Missing missing -> "missing";
      case MapValue map -> "a map";
      case ListValue list -> "a list";
      case StringValue text -> "a string";
      case Value.BoolValue(boolean bool) -> String.valueOf(bool);
      case Value.IntValue number -> "a number";
      case Value.BigIntValue number -> "a number";
      case Value.FloatValue number -> "a fraction";
      case Value.NullValue nothing -> "null";
    };
  }
}
