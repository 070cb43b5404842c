package dev.japply.golang;

import dev.japply.golang.GoValue.Octet;
import dev.japply.golang.GoValue.Real;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.GoValue.Whole;
import java.util.OptionalInt;

/// The order of Go's values of one kind: of strings, of fractions, of integers of any type.
public final class Ordering {
  private Ordering() {}

  /// Whether `value` is an integer.
  public static boolean isInteger(GoValue value) {
    return value instanceof Whole || value instanceof Octet;
  }

  /// How `left` stands to `right`: negative before it, 0 as it, positive after it. Empty when they
  /// are not of one kind that has an order.
  public static OptionalInt compare(GoValue left, GoValue right) {
    if (left instanceof Text(String a) && right instanceof Text(String b)) {
      return OptionalInt.of(a.compareTo(b));
    }
    if (left instanceof Real(double a) && right instanceof Real(double b)) {
      return OptionalInt.of(a < b ? -1 : a > b ? 1 : 0);
    }
    return isInteger(left) && isInteger(right)
        ? OptionalInt.of(Long.compare(integer(left), integer(right)))
        : OptionalInt.empty();
  }

  private static long integer(GoValue value) {
    return value instanceof Octet(int octet) ? octet : ((Whole) value).value();
  }
}
