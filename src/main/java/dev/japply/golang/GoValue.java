package dev.japply.golang;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A value in Go's templates, with its type; a value in an interface is [Boxed].
public sealed interface GoValue {
  /// No value at all.
  record Invalid() implements GoValue {}

  /// A value in an interface, as those in maps and lists are; [Invalid] in it is nil.
  record Boxed(GoValue value) implements GoValue {}

  /// A value of one of Go's basic types.
  sealed interface Basic extends GoValue {}

  record Bool(boolean value) implements Basic {}

  /// An integer of any type.
  sealed interface Integral extends Basic {
    long value();
  }

  /// An integer; `type` is `int` or `int64`.
  record Int(long value, String type) implements Integral {}

  /// One byte of a string.
  record Uint8(long value) implements Integral {}

  /// A number with a fraction.
  record Float64(double value) implements Basic {}

  /// A string, as byte text.
  record Text(String bytes) implements Basic {}

  /// A map; its keys are byte texts.
  record Map(SortedMap<String, GoValue> entries) implements GoValue {
    public Map {
      entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
    }
  }

  record Slice(List<GoValue> items) implements GoValue {
    public Slice {
      items = List.copyOf(items);
    }
  }

  static GoValue integer(long value) {
    return new Int(value, "int");
  }

  static GoValue bool(boolean value) {
    return new Bool(value);
  }

  /// Whether this is neither nil nor no value.
  default boolean present() {
    return !(unboxed() instanceof Invalid);
  }

  /// The value in the interface, [Invalid] of a nil; others are themselves.
  default GoValue unboxed() {
    return this instanceof Boxed(GoValue value) ? value : this;
  }

  default String typeName() {
    return switch (this) {
      case Invalid() -> "<nil>";
      case Boxed boxed -> "interface {}";
      case Bool bool -> "bool";
      case Int number -> number.type();
      case Uint8 code -> "uint8";
      case Float64 number -> "float64";
      case Text text -> "string";
      case GoValue.Map map -> "map[string]interface {}";
      case Slice slice -> "[]interface {}";
    };
  }
}
