package dev.japply.yaml;

import java.math.BigInteger;
import java.util.Optional;

/// Integers as Go's `strconv` reads them: with base 0 the prefixes `0x`, `0o`, `0b` and a leading
/// `0`, in either case, choose the base.
final class GoInteger {
  private static final BigInteger MAX_UINT64 =
      BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

  /// Decimals of so many digits fit 64 bits.
  private static final int SHORT = 18;

  private GoInteger() {}

  /// Returns whether `text` is a decimal number without a sign that fits 64 bits, as most are.
  static boolean isShort(String text) {
    int length = text.length();
    if (length == 0 || length > SHORT || (text.charAt(0) == '0' && length > 1)) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /// Parses an integer; empty if it fits neither a signed 64-bit integer nor, without a sign, an
  /// unsigned one.
  static Optional<BigInteger> parse(String text) {
    int sign = signLength(text);
    String digits = text.substring(sign);
    int base = base(digits);
    String rest = base == 8 && !hasLetter(digits, 'o') ? digits.substring(1) : digits;
    rest = base == 10 || rest.length() < digits.length() ? rest : digits.substring(2);
    if (base == 8 && rest.isEmpty()) {
      return Optional.of(BigInteger.ZERO);
    }
    return parse(text.substring(0, sign), rest, base);
  }

  /// Parses digits of a given base, which may have a sign.
  static Optional<BigInteger> parse(String text, int base) {
    int sign = signLength(text);
    return parse(text.substring(0, sign), text.substring(sign), base);
  }

  /// Returns whether `value` fits an unsigned 64-bit integer, but not a signed one.
  static boolean isUnsignedOnly(BigInteger value) {
    return value.bitLength() >= Long.SIZE && value.signum() > 0 && value.compareTo(MAX_UINT64) <= 0;
  }

  private static Optional<BigInteger> parse(String sign, String digits, int base) {
    if (digits.isEmpty() || !areDigits(digits, base)) {
      return Optional.empty();
    }
    String significant = digits.substring(zeros(digits));
    if (significant.length() > Long.SIZE) {
      return Optional.empty();
    }
    var size = new BigInteger("0" + significant, base);
    var value = sign.equals("-") ? size.negate() : size;
    boolean fits = value.bitLength() < Long.SIZE || (sign.isEmpty() && isUnsignedOnly(value));
    return fits ? Optional.of(value) : Optional.empty();
  }

  private static int zeros(String digits) {
    int zeros = 0;
    while (zeros < digits.length() && digits.charAt(zeros) == '0') {
      zeros++;
    }
    return zeros;
  }

  private static boolean areDigits(String text, int base) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 128 || Character.digit(c, base) < 0) {
        return false;
      }
    }
    return true;
  }

  private static int signLength(String text) {
    return text.startsWith("+") || text.startsWith("-") ? 1 : 0;
  }

  private static int base(String digits) {
    if (!digits.startsWith("0")) {
      return 10;
    }
    return hasLetter(digits, 'x') ? 16 : hasLetter(digits, 'b') ? 2 : 8;
  }

  /// Returns whether `letter` marks the base, which requires a digit after it.
  private static boolean hasLetter(String digits, char letter) {
    return digits.length() > 2 && Character.toLowerCase(digits.charAt(1)) == letter;
  }
}
