package dev.japply.golang;

import dev.japply.golang.GoValue.Bool;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Float64;
import dev.japply.golang.GoValue.Integral;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Slice;
import dev.japply.golang.GoValue.Text;
import java.util.List;

/// The functions `eq`, `ne`, `lt`, `le`, `gt` and `ge`.
final class TemplateComparison {
  private static final String INCOMPARABLE = "invalid type for comparison";

  private TemplateComparison() {}

  /// The kinds of comparable values.
  private enum Kind {
    NONE,
    BOOL,
    INTEGER,
    FRACTION,
    STRING
  }

  static boolean of(String name, GoValue first, List<GoValue> rest) {
    if (name.equals("eq")) {
      return equalsAny(first, rest);
    }
    GoValue second = rest.getFirst().unboxed();
    return switch (name) {
      case "ne" -> !equal(first, second);
      case "lt" -> order(first, second) < 0;
      case "le" -> order(first, second) <= 0;
      case "gt" -> order(first, second) > 0;
      default -> order(first, second) >= 0;
    };
  }

  private static boolean equalsAny(GoValue first, List<GoValue> rest) {
    if (rest.isEmpty()) {
      throw new CallException("missing argument for comparison");
    }
    for (GoValue other : rest) {
      if (equal(first, other.unboxed())) {
        return true;
      }
    }
    return false;
  }

  private static Kind kind(GoValue value) {
    return switch (value) {
      case Bool bool -> Kind.BOOL;
      case Integral integer -> Kind.INTEGER;
      case Float64 number -> Kind.FRACTION;
      case Text text -> Kind.STRING;
      case Invalid() -> Kind.NONE;
      case Boxed boxed -> Kind.NONE;
      case GoValue.Map map -> Kind.NONE;
      case Slice slice -> Kind.NONE;
    };
  }

  private static boolean equal(GoValue a, GoValue b) {
    boolean nil = a instanceof Invalid || b instanceof Invalid;
    if (nil) {
      return a.equals(b);
    }
    if (kind(a) != kind(b)) {
      throw incompatible(a, b);
    }
    return switch (kind(a)) {
      case NONE -> throw notComparable(a, b);
      case BOOL -> a.equals(b);
      case INTEGER, FRACTION, STRING -> KindComparison.compare(a, b).orElseThrow() == 0;
    };
  }

  private static CallException incompatible(GoValue a, GoValue b) {
    return new CallException(
        "incompatible types for comparison: " + a.typeName() + " and " + b.typeName());
  }

  private static CallException notComparable(GoValue a, GoValue b) {
    return new CallException(
        a.typeName().equals(b.typeName())
            ? "non-comparable type " + a.typeName()
            : "non-comparable types " + a.typeName() + " and " + b.typeName());
  }

  private static int order(GoValue a, GoValue b) {
    if (kind(a) == Kind.NONE || kind(b) == Kind.NONE) {
      throw new CallException(INCOMPARABLE);
    }
    if (kind(a) != kind(b)) {
      throw incompatible(a, b);
    }
    if (kind(a) == Kind.BOOL) {
      throw new CallException(INCOMPARABLE);
    }
    return KindComparison.compare(a, b).orElseThrow();
  }
}
