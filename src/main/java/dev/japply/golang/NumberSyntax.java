package dev.japply.golang;

import dev.japply.golang.Quoted.Unit;
import dev.japply.golang.TemplateNode.Numeral;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses the numbers in templates: Go's integers in four bases, decimal fractions and characters.
final class NumberSyntax {
  private static final String DECIMAL = "0123456789_";
  private static final Pattern INTEGER =
      Pattern.compile(
          "[+-]?(0|[1-9](_?[0-9])*|0[oO]?(_?[0-7])+|0[xX](_?[0-9a-fA-F])+|0[bB](_?[01])+)");
  private static final Pattern FRACTION =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  private static final Pattern BEYOND = Pattern.compile(".*[xXpP_].*");

  private NumberSyntax() {}

  /// A place in a text.
  interface Cursor {
    /// Skips the next character if it is one of these, and returns whether it was.
    boolean pass(String characters);
  }

  /// Passes a number as the lexer cuts it; it need not be one.
  static void pass(Cursor cursor) {
    cursor.pass("+-");
    String digits = DECIMAL;
    if (cursor.pass("0")) {
      digits =
          cursor.pass("xX")
              ? "0123456789abcdefABCDEF_"
              : cursor.pass("oO") ? "01234567_" : cursor.pass("bB") ? "01_" : DECIMAL;
    }
    passAll(cursor, digits);
    if (cursor.pass(".")) {
      passAll(cursor, digits);
    }
    String exponent =
        digits.equals(DECIMAL) ? "eE" : digits.length() > DECIMAL.length() ? "pP" : "";
    if (cursor.pass(exponent)) {
      cursor.pass("+-");
      passAll(cursor, DECIMAL);
    }
    cursor.pass("i");
  }

  private static void passAll(Cursor cursor, String digits) {
    while (cursor.pass(digits)) {
      // passes one
    }
  }

  /// The character `text`, with its quotes.
  ///
  /// @throws TemplateException when it is none
  static Numeral character(int at, String text) {
    Optional<Unit> unit = Quoted.unit(text, 1, '\'');
    if (unit.isEmpty()) {
      throw new TemplateException("invalid syntax");
    }
    if (!text.substring(unit.get().end()).equals("'")) {
      throw new TemplateException("malformed character constant: " + ByteText.decode(text));
    }
    return new Numeral(at, text, unit.get().code(), Numeral.Kind.INT, 0);
  }

  /// The number `text`.
  ///
  /// @throws TemplateException when it is none, or one that is not supported
  static Numeral read(int at, String text) {
    if (text.endsWith("i")) {
      throw new TemplateException("complex numbers are not supported: " + text);
    }
    if (INTEGER.matcher(text).matches()) {
      return integer(at, text);
    }
    if (BEYOND.matcher(text).matches() && text.matches(".*[.eEpP].*")) {
      throw new TemplateException("hexadecimal and spaced floats are not supported: " + text);
    }
    double value = FRACTION.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    if (!Double.isFinite(value)) {
      throw new TemplateException("illegal number syntax: \"" + text + "\"");
    }
    if (!text.matches(".*[.eE].*")) {
      throw new TemplateException("integer overflow: \"" + text + "\"");
    }
    return new Numeral(at, text, 0, Numeral.Kind.FLOAT, value);
  }

  private static Numeral integer(int at, String text) {
    String digits = text.replaceAll("[+_-]", "");
    int base = 10;
    if (digits.length() > 1 && digits.startsWith("0")) {
      base =
          switch (digits.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            default -> 8;
          };
      digits = digits.replaceFirst("^0[xXbBoO]", "");
    }
    BigInteger value = new BigInteger(digits, base);
    value = text.startsWith("-") ? value.negate() : value;
    if (value.bitLength() < Long.SIZE) {
      return new Numeral(at, text, value.longValueExact(), Numeral.Kind.INT, 0);
    }
    if (value.bitLength() == Long.SIZE && value.signum() > 0 && !text.startsWith("+")) {
      return new Numeral(at, text, 0, Numeral.Kind.TOO_LARGE, 0);
    }
    throw new TemplateException("integer overflow: \"" + text + "\"");
  }
}
