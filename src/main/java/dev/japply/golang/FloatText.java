package dev.japply.golang;

import dev.japply.tree.GoNumber;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// The text of a float64 as Go's `strconv.FormatFloat` writes it.
final class FloatText {
  /// As many digits as it takes to read the number back.
  static final int SHORTEST = -1;

  private static final int SHORTEST_PLAIN = 6;
  private static final int LEAST_PLAIN = -4;

  private FloatText() {}

  /// The text of `value`, which is finite.
  ///
  /// @param form `e`, `f` or `g`
  /// @param precision how many digits: after the point, or, for `g`, in all
  static String of(double value, char form, int precision) {
    String sign = value < 0 || 1 / value < 0 ? "-" : "";
    BigDecimal size = new BigDecimal(Math.abs(value));
    if (precision == SHORTEST && value != 0) {
      size = GoNumber.shortest(Math.abs(value));
    }
    return sign
        + switch (form) {
          case 'e' -> scientific(size, precision);
          case 'f' -> plain(size, precision);
          default -> general(size, precision);
        };
  }

  private static String plain(BigDecimal size, int precision) {
    int scale = precision == SHORTEST ? Math.max(0, size.stripTrailingZeros().scale()) : precision;
    return size.setScale(scale, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static String scientific(BigDecimal size, int precision) {
    if (size.signum() == 0) {
      return "0" + (precision > 0 ? "." + "0".repeat(precision) : "") + "e+00";
    }
    BigDecimal rounded =
        precision == SHORTEST
            ? size.stripTrailingZeros()
            : size.round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
    String digits = rounded.unscaledValue().toString();
    int exponent = digits.length() - 1 - rounded.scale();
    int wanted = precision == SHORTEST ? digits.length() : precision + 1;
    digits = digits + "0".repeat(Math.max(0, wanted - digits.length()));
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    String power = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + power;
  }

  private static String general(BigDecimal size, int precision) {
    if (size.signum() == 0) {
      return "0";
    }
    int wanted = precision == 0 ? 1 : precision;
    BigDecimal rounded =
        precision == SHORTEST ? size : size.round(new MathContext(wanted, RoundingMode.HALF_EVEN));
    rounded = rounded.stripTrailingZeros();
    int digits = rounded.precision();
    int point = digits - rounded.scale();
    int limit = wanted > digits && digits >= point ? digits : wanted;
    limit = precision == SHORTEST ? SHORTEST_PLAIN : limit;
    return point - 1 < LEAST_PLAIN || point - 1 >= limit
        ? scientific(rounded, SHORTEST)
        : plain(rounded, SHORTEST);
  }
}
