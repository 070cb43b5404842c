package dev.japply.report;

import dev.japply.tree.FloatText;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Formats numbers as go-yaml does after reading JSON: whole numbers of up to 64 bits plainly, all
/// others as Go's `%g` with the shortest digits, with an exponent below 1e-4 and from 1e6 on.
final class YamlNumber {
  private static final int WORD = 64;
  private static final int SMALLEST_PLAIN = -4;
  private static final int LARGEST_PLAIN = 6;

  private YamlNumber() {}

  static String text(double number) {
    BigDecimal digits = new BigDecimal(FloatText.json(number)).stripTrailingZeros();
    String json = FloatText.json(number);
    boolean whole = json.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    return whole && fitsWord(digits.toBigInteger())
        ? digits.toBigInteger().toString()
        : general(digits);
  }

  private static boolean fitsWord(BigInteger number) {
    return number.signum() < 0 ? number.bitLength() < WORD : number.bitLength() <= WORD;
  }

  private static String general(BigDecimal digits) {
    String unscaled = digits.unscaledValue().abs().toString();
    int exponent = unscaled.length() - 1 - digits.scale();
    if (exponent >= SMALLEST_PLAIN && exponent < LARGEST_PLAIN) {
      return digits.toPlainString();
    }
    String fraction = unscaled.length() == 1 ? "" : "." + unscaled.substring(1);
    String sign = digits.signum() < 0 ? "-" : "";
    String size = (exponent < 0 ? "e-" : "e+") + "%02d".formatted(Math.abs(exponent));
    return sign + unscaled.charAt(0) + fraction + size;
  }
}
