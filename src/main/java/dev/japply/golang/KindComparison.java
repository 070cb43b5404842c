package dev.japply.golang;

import dev.japply.golang.GoValue.Float64;
import dev.japply.golang.GoValue.Integral;
import dev.japply.golang.GoValue.Text;
import java.util.OptionalInt;

/// The order of Go's values of one kind: of strings, of fractions, of integers of any type.
final class KindComparison {
  private KindComparison() {}

  /// Compares `left` with `right`: negative, 0 or positive if it comes before, equals or comes
  /// after it. Empty if they are not of the same ordered type.
  static OptionalInt compare(GoValue left, GoValue right) {
    if (left instanceof Text(String a) && right instanceof Text(String b)) {
      return OptionalInt.of(a.compareTo(b));
    }
    if (left instanceof Float64(double a) && right instanceof Float64(double b)) {
      return OptionalInt.of(a < b ? -1 : a > b ? 1 : 0);
    }
    return left instanceof Integral a && right instanceof Integral b
        ? OptionalInt.of(Long.compare(a.value(), b.value()))
        : OptionalInt.empty();
  }
}
