package dev.japply.merge;

import dev.japply.golang.ByteText;
import dev.japply.golang.GoFormat;
import dev.japply.golang.Numbers;
import dev.japply.merge.MergeException.Reason;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.LinkedHashMap;
import java.util.List;

/// Values as Go's `strategicpatch` treats them: their types, and their form in `fmt`, which is the
/// key for sorting and matching.
final class GoComparison {
  private GoComparison() {}

  /// The types that Go distinguishes in a decoded document.
  enum Kind {
    NULL,
    BOOL,
    INT,
    FLOAT,
    STRING,
    LIST,
    MAP
  }

  static Kind kind(Value value) {
    return switch (value) {
      case NullValue() -> Kind.NULL;
      case BoolValue b -> Kind.BOOL;
      case IntValue i -> Kind.INT;
      case BigIntValue i -> Kind.FLOAT;
      case FloatValue f -> Kind.FLOAT;
      case StringValue s -> Kind.STRING;
      case ListValue l -> Kind.LIST;
      case MapValue m -> Kind.MAP;
    };
  }

  /// Returns the common kind of all items of these lists.
  ///
  /// @throws MergeException if the kinds differ, an item is a list, or there are no items
  static Kind itemKind(FieldPath path, List<List<Value>> lists) {
    Kind kind = null;
    for (List<Value> list : lists) {
      for (Value item : list) {
        Kind itemKind = kind(item);
        if (itemKind == Kind.LIST && kind == null) {
          throw new MergeException(
              Reason.LIST_OF_LISTS, path, "lists of lists cannot be merged: " + path);
        }
        if (itemKind == Kind.NULL || (kind != null && kind != itemKind)) {
          throw new MergeException(
              Reason.MIXED_TYPES, path, "list element types are not identical: " + path);
        }
        kind = itemKind;
      }
    }
    if (kind == null) {
      throw new MergeException(Reason.OTHER, path, "no elements in any of the given lists");
    }
    return kind;
  }

  /// Returns the value as `fmt.Sprintf("%v")` prints it.
  static String text(Value value) {
    return switch (value) {
      case StringValue(String text) -> text;
      case IntValue(long number) -> Long.toString(number);
      default -> ByteText.decode(GoFormat.text(Numbers.AS_READ.read(value)));
    };
  }

  /// Returns the map with its numbers as Go reads them back from its own output: integers beyond 64
  /// bits as float64, whole floats as integers.
  static MapValue rounded(MapValue map) {
    var entries = new LinkedHashMap<String, Value>();
    map.entries().forEach((key, value) -> entries.put(key, rounded(value)));
    return new MapValue(entries);
  }

  private static Value rounded(Value value) {
    return switch (value) {
      case BigIntValue big -> new FloatValue(big.value().doubleValue());
      case ListValue list ->
          new ListValue(list.items().stream().map(GoComparison::rounded).toList());
      case MapValue map -> rounded(map);
      case NullValue n -> n;
      case BoolValue b -> b;
      case IntValue i -> i;
      case FloatValue f -> whole(f);
      case StringValue s -> s;
    };
  }

  private static Value whole(FloatValue number) {
    Value read = Json.parse(GoJson.write(number));
    return read instanceof IntValue ? read : number;
  }
}
