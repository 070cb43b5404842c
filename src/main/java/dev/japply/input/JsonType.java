package dev.japply.input;

import dev.japply.tree.Value;

/// Names of types in messages of Go's JSON reader.
final class JsonType {
  private JsonType() {}

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
