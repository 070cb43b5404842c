package dev.japply.golang;

import dev.japply.golang.GoValue.Bool;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Float64;
import dev.japply.golang.GoValue.Int;
import dev.japply.golang.GoValue.Integral;
import dev.japply.golang.GoValue.Slice;
import dev.japply.golang.GoValue.Text;
import dev.japply.tree.FloatText;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// The conversion of a tree's numbers to Go.
public enum Numbers {
  /// As Kubernetes reads JSON: integers up to 64 bits are int64, others float64.
  AS_READ,
  /// As read, written and read again, so that `1.0` becomes an int64.
  READ_AGAIN,
  /// As Go's own reader has them: all are float64.
  FLOATS;

  public GoValue read(Value value) {
    return switch (value) {
      case NullValue() -> GoConstants.INVALID;
      case BoolValue(boolean bool) -> GoValue.bool(bool);
      case IntValue(long number) -> this == FLOATS ? new Float64(number) : new Int(number, "int64");
      case BigIntValue big -> fraction(big.value().doubleValue());
      case FloatValue(double number) -> fraction(number);
      case StringValue(String text) -> new Text(ByteText.of(text));
      case ListValue list -> new Slice(list.items().stream().map(this::boxed).toList());
      case MapValue map -> {
        var entries = new TreeMap<String, GoValue>();
        map.entries().forEach((key, item) -> entries.put(ByteText.of(key), boxed(item)));
        yield new GoValue.Map(entries);
      }
    };
  }

  private GoValue boxed(Value value) {
    return new Boxed(read(value));
  }

  private GoValue fraction(double number) {
    String text = FloatText.json(number);
    if (this != READ_AGAIN || text.indexOf('.') >= 0 || text.indexOf('e') >= 0) {
      return new Float64(number);
    }
    var integer = new BigDecimal(text).toBigInteger();
    return integer.bitLength() < Long.SIZE
        ? new Int(integer.longValue(), "int64")
        : new Float64(number);
  }

  /// The tree of a value that came from one.
  static Value write(GoValue value) {
    return switch (value) {
      case GoValue.Invalid() -> Value.NULL;
      case Boxed(GoValue inner) -> write(inner);
      case Bool(boolean bool) -> Value.bool(bool);
      case Integral integer -> Value.number(integer.value());
      case Float64(double number) -> new FloatValue(number);
      case Text(String bytes) -> Value.text(ByteText.decode(bytes));
      case Slice slice -> {
        var items = new ArrayList<Value>();
        slice.items().forEach(item -> items.add(write(item)));
        yield new ListValue(items);
      }
      case GoValue.Map map -> {
        var entries = new LinkedHashMap<String, Value>();
        for (Map.Entry<String, GoValue> entry : map.entries().entrySet()) {
          entries.put(ByteText.decode(entry.getKey()), write(entry.getValue()));
        }
        yield new MapValue(entries);
      }
    };
  }
}
