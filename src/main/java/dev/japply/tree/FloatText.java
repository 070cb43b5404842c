package dev.japply.tree;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// The text of a float64 as Go's `strconv.FormatFloat` writes it, which all others are made of.
public final class FloatText {
  /// As many digits as it takes to read the number back.
  public static final int SHORTEST = -1;

  private static final int SHORTEST_PLAIN = 6;
  private static final int LEAST_PLAIN = -4;

  private static final double JSON_PLAIN_FROM = 1e-6;
  private static final double JSON_PLAIN_BELOW = 1e21;

  private FloatText() {}

  /// The text of `value`, which is finite.
  ///
  /// @param form `e`, `f` or `g`
  /// @param precision number of digits: after the point, or, for `g`, in all
  public static String of(double value, char form, int precision) {
    String sign = value < 0 || 1 / value < 0 ? "-" : "";
    double abs = Math.abs(value);
    BigDecimal size = precision == SHORTEST ? shortest(abs) : new BigDecimal(abs);
    return sign
        + switch (form) {
          case 'e' -> scientific(size, precision);
          case 'f' -> plain(size, precision);
          default -> general(size, precision);
        };
  }

  /// The text of `value`, which is finite, as Go's `encoding/json` writes it: in plain form from
  /// 1e-6 up to below 1e21, else with an exponent without leading zeros.
  public static String json(double value) {
    double abs = Math.abs(value);
    if (abs == 0 || (abs >= JSON_PLAIN_FROM && abs < JSON_PLAIN_BELOW)) {
      return of(value, 'f', SHORTEST);
    }
    return of(value, 'e', SHORTEST).replace("e-0", "e-");
  }

  /// The fewest digits that read back as `abs`.
  ///
  /// `Double.toString` gives at least two digits, and so misses one-digit forms such as 5e-324.
  private static BigDecimal shortest(double abs) {
    BigDecimal digits = new BigDecimal(Double.toString(abs)).stripTrailingZeros();
    if (digits.precision() == 2) {
      BigDecimal one = digits.round(new MathContext(1, RoundingMode.HALF_EVEN));
      if (one.doubleValue() == abs) {
        return one.stripTrailingZeros();
      }
    }
    return digits;
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
