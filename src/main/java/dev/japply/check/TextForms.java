package dev.japply.check;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The forms of texts that Kubernetes decodes: quantities, times and base64.
final class TextForms {
  /// Expressions, which few texts need.
  private static final class Patterns {
    static final Pattern QUANTITY =
        Pattern.compile(
            "\\s*[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)"
                + "(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?\\s*");

    /// Go also reads an hour of one digit, and a comma before decimals.
    static final Pattern TIME =
        Pattern.compile(
            "(\\d{4})-(\\d\\d)-(\\d\\d)T(\\d\\d?):(\\d\\d):(\\d\\d)(?:[.,](\\d+))?"
                + "(?:Z|[+-](\\d\\d):(\\d\\d))");

    static final Pattern BASE64 =
        Pattern.compile("(?:[A-Za-z0-9+/]{4})*+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?+");
  }

  private static final Set<String> UNITS = Set.of("", "m", "Ki", "Mi", "Gi");

  private static final int HOURS = 24;
  private static final int SIXTY = 60;
  private static final int MICRO = 6;

  private TextForms() {}

  static boolean isQuantity(String text) {
    return isPlainQuantity(text) || Patterns.QUANTITY.matcher(text).matches();
  }

  /// Whether a text has digits and a usual unit, as most quantities. This needs less than the
  /// expression does.
  private static boolean isPlainQuantity(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    return digits > 0 && UNITS.contains(text.substring(digits));
  }

  /// Whether Go decodes it as base64. It ignores line breaks.
  static boolean isBase64(String text) {
    String plain =
        text.indexOf('\n') < 0 && text.indexOf('\r') < 0 ? text : text.replaceAll("[\r\n]", "");
    return plain.length() % 4 == 0 && Patterns.BASE64.matcher(plain).matches();
  }

  static boolean isTime(String text) {
    Matcher time = Patterns.TIME.matcher(text);
    return time.matches() && isReal(time);
  }

  static boolean isMicroTime(String text) {
    Matcher time = Patterns.TIME.matcher(text);
    return time.matches()
        && time.group(7) != null
        && time.group(7).length() == MICRO
        && isReal(time);
  }

  private static boolean isReal(Matcher time) {
    try {
      LocalDate.of(number(time, 1), number(time, 2), number(time, 3));
    } catch (DateTimeException e) {
      return false;
    }
    return number(time, 4) < HOURS && number(time, 5) < SIXTY && number(time, 6) < SIXTY;
  }

  private static int number(Matcher time, int group) {
    return Integer.parseInt(time.group(group));
  }
}
