package dev.japply.report;

import dev.japply.yaml.ScalarAnalysis;
import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Pattern;

/// Detects text that go-yaml v2 reads as another type than string if it is not quoted: a boolean,
/// null, a number, a time.
final class PlainText {
  private static final Set<String> WORDS =
      Set.of(
          "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON", "n", "N", "no",
          "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF", "", "~", "null", "Null",
          "NULL", ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF",
          "-.inf", "-.Inf", "-.INF");
  private static final Pattern BASE_60 =
      Pattern.compile("[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])++(?:\\.[0-9_]*)?");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern INTEGER =
      Pattern.compile("([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))");

  /// Decimal numbers of so many digits have less than 64 bits.
  private static final int SHORT = 18;

  /// Integers of more digits, in any base, have more than 64 bits.
  private static final int DIGITS = 64;

  private static final BigInteger BELOW = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger FROM = BigInteger.ONE.shiftLeft(63).negate();

  private PlainText() {}

  /// Returns whether `text` is a word that YAML reads as a string without quotes.
  static boolean isWord(String text) {
    return ScalarAnalysis.isWord(text) && !WORDS.contains(text);
  }

  static boolean readsAsOther(String text) {
    if (WORDS.contains(text)) {
      return true;
    }
    char first = text.charAt(0);
    if (first == '.') {
      return isFloat(text);
    }
    boolean number = first == '+' || first == '-' || isDigit(first);
    if (!number) {
      return false;
    }
    String digits = text.replace("_", "");
    return (text.indexOf(':') > 0 && BASE_60.matcher(text).matches())
        || YamlTime.matches(text)
        || isInteger(digits)
        || isFloat(digits);
  }

  /// The last character excludes most quantities, such as `100m`.
  private static boolean isFloat(String text) {
    char last = text.charAt(text.length() - 1);
    return (isDigit(last) || last == '.')
        && FLOAT.matcher(text).matches()
        && !Double.isInfinite(Double.parseDouble(text));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isInteger(String text) {
    if (isShortNumber(text)) {
      return true;
    }
    var match = INTEGER.matcher(text);
    if (Character.digit(text.charAt(text.length() - 1), 16) < 0 || !match.matches()) {
      return false;
    }
    BigInteger size = size(match);
    boolean signed = !match.group(1).isEmpty();
    BigInteger value = match.group(1).equals("-") ? size.negate() : size;
    int limit = signed ? 63 : 64;
    return value.signum() < 0
        ? value.compareTo(FROM) >= 0
        : value.compareTo(BELOW) < 0 && value.bitLength() <= limit;
  }

  /// Returns whether the text is a decimal number of less than 64 bits, as most are.
  private static boolean isShortNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return text.length() <= SHORT && text.charAt(0) != '0';
  }

  private static BigInteger size(java.util.regex.Matcher match) {
    int[] radix = {16, 2, 8, 10};
    for (int i = 0; i < radix.length; i++) {
      String digits = match.group(i + 2);
      if (digits != null) {
        String significant = withoutZeros(digits);
        return significant.length() > DIGITS ? BELOW : new BigInteger(significant, radix[i]);
      }
    }
    throw new IllegalStateException("no digits");
  }

  private static String withoutZeros(String digits) {
    int zeros = 0;
    while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
      zeros++;
    }
    return digits.substring(zeros);
  }
}
