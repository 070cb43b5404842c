package dev.japply.template;

import dev.japply.golang.ByteText;
import dev.japply.golang.Quoted;
import dev.japply.golang.Quoted.Unit;
import dev.japply.template.Node.Number;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// How numbers are written in templates, and what they are: Go's integers, in four bases, decimal
/// fractions and characters.
final class NumberSyntax {
  private static final String DECIMAL = "0123456789_";
  private static final Pattern INTEGER =
      Pattern.compile(
          "[+-]?(0|[1-9](_?[0-9])*|0[oO]?(_?[0-7])+|0[xX](_?[0-9a-fA-F])+|0[bB](_?[01])+)");
  private static final Pattern FRACTION =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  private static final Pattern BEYOND = Pattern.compile(".*[xXpP_].*");

  private NumberSyntax() {}

  /// Passes a number as the lexer cuts it; it need not be one.
  ///
  /// @param accept passes the next character if it is one of these, and says so
  static boolean pass(Predicate<String> accept) {
    accept.test("+-");
    String digits = DECIMAL;
    if (accept.test("0")) {
      digits =
          accept.test("xX")
              ? "0123456789abcdefABCDEF_"
              : accept.test("oO") ? "01234567_" : accept.test("bB") ? "01_" : DECIMAL;
    }
    passAll(accept, digits);
    if (accept.test(".")) {
      passAll(accept, digits);
    }
    String exponent =
        digits.equals(DECIMAL) ? "eE" : digits.length() > DECIMAL.length() ? "pP" : "";
    if (accept.test(exponent)) {
      accept.test("+-");
      passAll(accept, DECIMAL);
    }
    accept.test("i");
    return true;
  }

  private static void passAll(Predicate<String> accept, String digits) {
    while (accept.test(digits)) {
      // passes one
    }
  }

  /// The character `text`, with its quotes.
  ///
  /// @throws TemplateException when it is none
  static Number character(int at, String text) {
    Optional<Unit> unit = Quoted.unit(text, 1, '\'');
    if (unit.isEmpty()) {
      throw new TemplateException("invalid syntax");
    }
    if (!text.substring(unit.get().end()).equals("'")) {
      throw new TemplateException("malformed character constant: " + ByteText.decode(text));
    }
    return new Number(at, text, unit.get().code(), Number.Kind.INT, 0);
  }

  /// The number `text`.
  ///
  /// @throws TemplateException when it is none, or one that is not supported
  static Number read(int at, String text) {
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
    return new Number(at, text, 0, Number.Kind.FLOAT, value);
  }

  private static Number integer(int at, String text) {
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
      return new Number(at, text, value.longValueExact(), Number.Kind.INT, 0);
    }
    if (value.bitLength() == Long.SIZE && value.signum() > 0 && !text.startsWith("+")) {
      return new Number(at, text, 0, Number.Kind.TOO_LARGE, 0);
    }
    throw new TemplateException("integer overflow: \"" + text + "\"");
  }
}
