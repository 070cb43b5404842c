package dev.japply.tree;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;

/// Which numbers Go reads, and the text of a float64 as Go's `encoding/json` writes it: the
/// shortest digits that read back as the same number, in plain form from 1e-6 up to below 1e21,
/// else with an exponent without leading zeros.
public final class GoNumber {
  /// Integers of more digits are beyond what a float64 can hold.
  private static final int DIGITS = 309;

  /// Numbers up to this length are shown as a whole.
  private static final int SHOWN = 40;

  private static final double PLAIN_FROM = 1e-6;
  private static final double PLAIN_BELOW = 1e21;

  private GoNumber() {}

  /// The integer that `text` is, decimal digits without leading zeros and perhaps a sign; nothing
  /// when it is beyond what a float64 can hold, which Go does not read. Too many digits are not
  /// converted, which would take a time that grows with their square.
  public static Optional<BigInteger> integer(String text) {
    return text.length() > DIGITS + 1
        ? Optional.empty()
        : Optional.of(new BigInteger(text)).filter(GoNumber::holds);
  }

  /// Whether a float64 can hold `value`, but for its last digits.
  static boolean holds(BigInteger value) {
    return Double.isFinite(value.doubleValue());
  }

  /// What is said of the number `text`, which Go does not read.
  public static String complaint(String text) {
    String shown =
        text.length() <= SHOWN
            ? text
            : "%s... (%d characters)".formatted(text.substring(0, SHOWN / 2), text.length());
    return "json: cannot unmarshal number " + shown + " into Go value of type float64";
  }

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
