package dev.japply.input;

import dev.japply.tree.Value;

/// Names of types in messages.
final class JsonType {
  private JsonType() {}

  static String word(Value value) {
    return switch (value) {
      case Value.NullValue none -> "null";
      case Value.BoolValue(boolean bool) -> String.valueOf(bool);
      case Value.IntValue number -> "a number";
      case Value.BigIntValue number -> "a number";
      case Value.FloatValue number -> "a number";
      case Value.StringValue text -> "a string";
      case Value.ListValue list -> "a list";
      case Value.MapValue map -> "a map";
    };
  }

  /// Returns the type as Go's JSON reader calls it.
  static String of(Value value) {
    return switch (value) {
      case Value.NullValue none -> "null";
      case Value.BoolValue bool -> "bool";
      case Value.IntValue number -> "number";
      case Value.BigIntValue number -> "number";
      case Value.FloatValue number -> "number";
      case Value.StringValue text -> "string";
      case Value.ListValue list -> "array";
      case Value.MapValue map -> "object";
    };
  }
}
