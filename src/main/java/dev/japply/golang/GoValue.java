package dev.japply.golang;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A value as Go's templates see it: with its type, and whether it stands in an interface.
public sealed interface GoValue {
  /// No value at all.
  record Invalid() implements GoValue {}

  /// A value in an interface, as those in maps and lists are; [Invalid] in it is nil.
  record Boxed(GoValue value) implements GoValue {}

  /// A boolean.
  record Bool(boolean value) implements GoValue {}

  /// An integer; `type` is `int` or `int64`.
  record Whole(long value, String type) implements GoValue {}

  /// One byte of a string.
  record Octet(int value) implements GoValue {}

  /// A number with a fraction.
  record Real(double value) implements GoValue {}

  /// A string, as byte text.
  record Text(String bytes) implements GoValue {}

  /// A map; its keys are byte texts.
  record Dict(SortedMap<String, GoValue> entries) implements GoValue {
    public Dict {
      entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
    }
  }

  /// A list.
  record Seq(List<GoValue> items) implements GoValue {
    public Seq {
      items = List.copyOf(items);
    }
  }

  /// An int.
  static GoValue whole(long value) {
    return new Whole(value, "int");
  }

  /// A boolean.
  static GoValue bool(boolean value) {
    return value ? GoConstants.TRUE : GoConstants.FALSE;
  }

  /// Whether this is neither nil nor no value.
  default boolean present() {
    return !(unboxed() instanceof Invalid);
  }

  /// The value in the interface, [Invalid] of a nil; others are themselves.
  default GoValue unboxed() {
    return this instanceof Boxed(GoValue value) ? value : this;
  }

  /// The name of the type.
  default String typeName() {
    return switch (this) {
      case Invalid() -> "<nil>";
      case Boxed boxed -> "interface {}";
      case Bool bool -> "bool";
      case Whole whole -> whole.type();
      case Octet octet -> "uint8";
      case Real real -> "float64";
      case Text text -> "string";
      case Dict dict -> "map[string]interface {}";
      case Seq seq -> "[]interface {}";
    };
  }
}
