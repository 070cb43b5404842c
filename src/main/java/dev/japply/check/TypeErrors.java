package dev.japply.check;

import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the values in a manifest that do not have the schema's type. A server that fails to decode
/// an object reports at most the first one, with the names of Go structs.
public final class TypeErrors {
  /// The kinds of OpenAPI in the words of messages.
  static final Map<String, String> WANTED =
      Map.of(
          "object", "a map",
          "array", "a list",
          "string", "a string",
          "integer", "an integer",
          "number", "a number",
          "boolean", "true or false");

  private TypeErrors() {}

  /// A value of the wrong type.
  ///
  /// @param wanted the expected type
  /// @param what the expected and the actual type
  /// @param hint advice; may be empty
  public record Fault(FieldPath path, String wanted, String what, String hint) {}

  /// Returns the faults in a manifest.
  public static List<Fault> in(Schema schema, MapValue manifest) {
    var faults = new ArrayList<Fault>();
    check(schema, manifest, FieldPath.root(), faults);
    return faults;
  }

  private static void check(Schema schema, Value value, FieldPath path, List<Fault> faults) {
    Optional<Fault> fault = of(schema, value, path);
    if (fault.isPresent()) {
      faults.add(fault.get());
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

  private static Optional<Schema> inside(Schema schema, String key) {
    return schema.field(key).map(Schema.Field::type).or(schema::additional);
  }

  /// Returns the fault of one value, without the values in it; empty if its type is right.
  static Optional<Fault> of(Schema schema, Value value, FieldPath path) {
    if (value instanceof NullValue || isAnything(schema)) {
      return Optional.empty();
    }
    String format = schema.def().format();
    return switch (format) {
      case "quantity" -> form(path, value, isQuantity(value), "a quantity such as 500m or 2Gi");
      case "int-or-string" ->
          value instanceof StringValue
              ? Optional.empty()
              : integer(
                  path, value, "an integer or a string", Integer.MIN_VALUE, Integer.MAX_VALUE);
      case "int32" -> integer(path, value, "an integer", Integer.MIN_VALUE, Integer.MAX_VALUE);
      default -> ofKind(schema, value, path, format);
    };
  }

  /// Whether it is a built-in type that is a map without described fields, and has any value.
  static boolean isAnything(Schema schema) {
    if (!schema.def().kind().equals("object") || !schema.def().fields().isEmpty()) {
      return false;
    }
    String name = schema.name();
    return name.endsWith(".RawExtension") || name.endsWith(".FieldsV1");
  }

  private static Optional<Fault> ofKind(Schema schema, Value value, FieldPath path, String format) {
    String kind = schema.def().kind();
    if (kind.equals("integer")) {
      if (value instanceof BigIntValue && format.isEmpty()) {
        return Optional.empty();
      }
      return integer(path, value, "an integer", Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (format.equals("byte") && value instanceof ListValue list && isBytes(list)) {
      return Optional.empty();
    }
    if (!fits(kind, value)) {
      String wanted = WANTED.get(kind);
      return wanted == null ? Optional.empty() : Optional.of(fault(path, wanted, value));
    }
    if (!schema.isStrategic() || !(value instanceof StringValue(String text))) {
      return Optional.empty();
    }
    return switch (format) {
      case "byte" -> form(path, value, TextForms.isBase64(text), "base64");
      case "date-time" ->
          form(path, value, TextForms.isTime(text), "a time such as 2006-01-02T15:04:05Z");
      case "micro-time" ->
          form(
              path,
              value,
              TextForms.isMicroTime(text),
              "a time with six decimals, such as 2006-01-02T15:04:05.000000Z");
      default -> Optional.empty();
    };
  }

  /// Whether Go reads the list as bytes, in place of base64.
  private static boolean isBytes(ListValue list) {
    return list.items().stream()
        .allMatch(item -> item instanceof IntValue || item instanceof NullValue);
  }

  private static boolean isQuantity(Value value) {
    return switch (value) {
      case StringValue(String text) -> TextForms.isQuantity(text);
      case IntValue number -> true;
      case BigIntValue number -> true;
      case FloatValue number -> true;
      case BoolValue other -> false;
      case NullValue other -> false;
      case ListValue other -> false;
      case MapValue other -> false;
    };
  }

  private static Optional<Fault> form(FieldPath path, Value value, boolean good, String wanted) {
    return good ? Optional.empty() : Optional.of(fault(path, wanted, value));
  }

  /// A fraction is an integer if JSON has it without its decimals: `2.0` is sent as `2`.
  private static Optional<Fault> integer(
      FieldPath path, Value value, String wanted, long least, long most) {
    long number;
    switch (value) {
      case IntValue(long given) -> number = given;
      case FloatValue given -> {
        String sent = GoJson.write(given);
        if (!sent.matches("-?[0-9]{1,18}")) {
          return Optional.of(fault(path, wanted, value));
        }
        number = Long.parseLong(sent);
      }
      case BigIntValue given -> {
        return Optional.of(tooLarge(path, wanted, least, most));
      }
      default -> {
        return Optional.of(fault(path, wanted, value));
      }
    }
    return number < least || number > most
        ? Optional.of(tooLarge(path, wanted, least, most))
        : Optional.empty();
  }

  private static Fault tooLarge(FieldPath path, String wanted, long least, long most) {
    return new Fault(path, wanted, "must be " + wanted + " from " + least + " to " + most, "");
  }

  private static Fault fault(FieldPath path, String wanted, Value value) {
    boolean form = value instanceof StringValue && !WANTED.containsValue(wanted);
    boolean unquoted =
        wanted.equals("a string") && !(value instanceof MapValue || value instanceof ListValue);
    return new Fault(
        path,
        wanted,
        "must be " + wanted + (form ? "" : ", but is " + type(value)),
        unquoted ? "put it in quotes" : "");
  }

  private static boolean fits(String kind, Value value) {
    return switch (value) {
      case MapValue map -> kind.equals("object");
      case ListValue list -> kind.equals("array");
      case StringValue text -> kind.equals("string");
      case BoolValue bool -> kind.equals("boolean");
      case IntValue number -> kind.equals("number");
      case BigIntValue number -> kind.equals("number");
      case FloatValue number -> kind.equals("number");
      case NullValue nothing -> true;
    };
  }

  /// Returns the type, or the value of a boolean. A string may be secret and is not shown.
  private static String type(Value value) {
    return switch (value) {
      case MapValue map -> "a map";
      case ListValue list -> "a list";
      case StringValue text -> "a string";
      case BoolValue(boolean bool) -> String.valueOf(bool);
      case IntValue number -> "a number";
      case BigIntValue number -> "a number";
      case FloatValue number -> "a fraction";
      case NullValue nothing -> "null";
    };
  }
}
