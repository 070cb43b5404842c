package dev.japply.tree;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// The text of a float64 as Go's `encoding/json` writes it: the shortest digits that read back as
/// the same number, in plain form from 1e-6 up to below 1e21, else with an exponent without leading
/// zeros.
public final class GoNumber {
  private static final double PLAIN_FROM = 1e-6;
  private static final double PLAIN_BELOW = 1e21;

  private GoNumber() {}

  /// The text of `value`, which must be finite.
  public static String text(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal digits = shortest(value);
    double size = Math.abs(value);
    if (size >= PLAIN_FROM && size < PLAIN_BELOW) {
      return digits.toPlainString();
    }
    String unscaled = digits.unscaledValue().abs().toString();
    int exponent = unscaled.length() - 1 - digits.scale();
    String fraction = unscaled.length() == 1 ? "" : "." + unscaled.substring(1);
    String sign = value < 0 ? "-" : "";
    return sign + unscaled.charAt(0) + fraction + "e" + (exponent < 0 ? "" : "+") + exponent;
  }

  /// The shortest digits that read back as `value`, which must be finite.
  ///
  /// `Double.toString` gives at least two digits, and so misses one-digit forms such as 5e-324.
  public static BigDecimal shortest(double value) {
    BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    if (digits.precision() == 2) {
      BigDecimal one = digits.round(new java.math.MathContext(1, RoundingMode.HALF_EVEN));
      if (one.doubleValue() == value) {
        return one.stripTrailingZeros();
      }
    }
    return digits;
  }
}
