package dev.japply.golang;

import dev.japply.tree.FloatText;
import java.math.BigInteger;
import java.util.Locale;

/// One verb of a format with its flags: writes strings and numbers as the flags require.
final class Layout {
  private static final BigInteger UNSIGNED = BigInteger.ONE.shiftLeft(Long.SIZE);
  private static final int LAST_CODE_POINT = 0x10ffff;

  private final StringBuilder out;
  boolean plus;
  boolean minus;
  boolean sharp;
  boolean space;
  boolean zero;

  /// `%#v`: as Go source.
  boolean source;

  /// -1 where there is none.
  int width = -1;

  /// -1 where there is none.
  int precision = -1;

  Layout(StringBuilder out) {
    this.out = out;
  }

  /// The verb `%v` has these flags for itself.
  void adaptToGeneralVerb() {
    source = sharp;
    sharp = false;
    plus = false;
  }

  void printPadded(String bytes) {
    printPadded(bytes, zero && !minus ? "0" : " ");
  }

  private void printPadded(String bytes, String filler) {
    String padding = filler.repeat(Math.max(0, width - ByteText.runes(bytes)));
    out.append(minus ? bytes + padding : padding + bytes);
  }

  void printString(String bytes) {
    printPadded(cut(bytes));
  }

  private String cut(String bytes) {
    if (precision < 0) {
      return bytes;
    }
    int at = 0;
    for (int left = precision; left > 0 && at < bytes.length(); left--) {
      at += ByteText.rune(bytes, at).width();
    }
    return bytes.substring(0, at);
  }

  void printQuoted(String bytes) {
    String text = cut(bytes);
    printPadded(
        sharp && Quoted.canStandRaw(text) ? "`" + text + "`" : Quoted.quote(text, '"', plus));
  }

  void printHex(String bytes, boolean upper) {
    int length = precision >= 0 ? Math.min(precision, bytes.length()) : bytes.length();
    String prefix = sharp ? "0x" : "";
    var text = new StringBuilder(length > 0 ? prefix : "");
    for (int i = 0; i < length; i++) {
      text.append(space && i > 0 ? " " + prefix : "")
          .append("%02x".formatted((int) bytes.charAt(i)));
    }
    printPadded(upper ? text.toString().toUpperCase(Locale.ROOT) : text.toString());
  }

  void printInteger(long value, int base, String prefix, boolean upper) {
    if (precision == 0 && value == 0) {
      printPadded("", " ");
      return;
    }
    String sign = value < 0 ? "-" : plus ? "+" : space ? " " : "";
    int least = precision;
    if (precision < 0 && zero && !minus) {
      least = width - sign.length();
    }
    String digits = BigInteger.valueOf(value).abs().toString(base);
    digits = "0".repeat(Math.max(0, least - digits.length())) + digits;
    digits = prefix(digits, base, prefix) + digits;
    printPadded(sign + (upper ? digits.toUpperCase(Locale.ROOT) : digits), " ");
  }

  private String prefix(String digits, int base, String prefix) {
    if (!sharp) {
      return prefix;
    }
    return prefix
        + switch (base) {
          case 2 -> "0b";
          case 8 -> digits.startsWith("0") ? "" : "0";
          case 16 -> "0x";
          default -> "";
        };
  }

  void printUnicode(long value) {
    BigInteger number = BigInteger.valueOf(value);
    number = number.signum() < 0 ? number.add(UNSIGNED) : number;
    String digits = number.toString(16).toUpperCase(Locale.ROOT);
    int least = Math.max(4, precision);
    digits = "0".repeat(Math.max(0, least - digits.length())) + digits;
    boolean shown = sharp && value >= 0 && value <= LAST_CODE_POINT;
    boolean printable = shown && ByteText.isPrint((int) value);
    printPadded("U+" + digits + (printable ? " '" + ByteText.of((int) value) + "'" : ""), " ");
  }

  void printCharacter(long value) {
    printPadded(ByteText.of(code(value)));
  }

  void printQuotedCharacter(long value) {
    printPadded(Quoted.quote(ByteText.of(code(value)), '\'', plus));
  }

  private static int code(long value) {
    return value < 0 || value > LAST_CODE_POINT ? ByteText.REPLACEMENT : (int) value;
  }

  /// Writes a number in the form `e`, `f` or `g`.
  void printFloat(double value, char form, int otherwise, boolean upper) {
    String text = FloatText.of(value, form, precision >= 0 ? precision : otherwise);
    text = upper ? text.toUpperCase(Locale.ROOT) : text;
    boolean negative = text.startsWith("-");
    String digits = negative ? text.substring(1) : text;
    String sign = negative ? "-" : plus ? "+" : space ? " " : "";
    if (sign.isEmpty() || !zero || minus) {
      printPadded(sign + digits);
      return;
    }
    out.append(sign).append("0".repeat(Math.max(0, width - 1 - digits.length()))).append(digits);
  }
}
