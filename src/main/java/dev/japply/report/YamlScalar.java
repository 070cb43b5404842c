package dev.japply.report;

import dev.japply.yaml.ScalarAnalysis;
import dev.japply.yaml.YamlEscapes;
import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Pattern;

/// A string as a YAML scalar, in the style that go-yaml v2 gives it: literal when it has line
/// breaks, plain where that reads back as the same string, else quoted.
final class YamlScalar {
  /// Lines are folded at the first space beyond this column.
  private static final int WIDTH = 80;

  /// A longer key needs the `? ` form.
  private static final int LONGEST_SIMPLE_KEY = 128;

  private final String text;
  private final ScalarAnalysis traits;

  YamlScalar(String text) {
    this.text = text;
    this.traits = ScalarAnalysis.of(text);
  }

  /// Whether `key` is written as it is.
  static boolean isSimpleWord(String key) {
    return key.length() <= LONGEST_SIMPLE_KEY && PlainText.isWord(key);
  }

  private enum Style {
    PLAIN,
    SINGLE,
    DOUBLE,
    LITERAL
  }

  boolean fitsSimpleKey() {
    int bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
    return !traits.multiline() && bytes <= LONGEST_SIMPLE_KEY;
  }

  /// Returns the text as a key; keys are never folded.
  String asKey() {
    var out = new YamlText();
    write(out, style(true), Integer.MAX_VALUE, 0);
    return out.toString();
  }

  /// Writes the scalar as a value whose further lines start at column `indent`.
  ///
  /// @param folded whether long lines are folded
  void writeTo(YamlText out, int indent, boolean folded) {
    write(out, style(false), folded ? WIDTH : Integer.MAX_VALUE, indent);
  }

  private void write(YamlText out, Style style, int width, int indent) {
    switch (style) {
      case PLAIN -> writePlain(out, width, indent);
      case SINGLE -> writeSingle(out, width, indent);
      case DOUBLE -> new DoubleQuoted(text).writeTo(out, width, indent);
      case LITERAL -> writeLiteral(out, indent);
    }
  }

  private Style style(boolean key) {
    if (text.indexOf('\n') >= 0) {
      return traits.blockAllowed() && !key ? Style.LITERAL : Style.DOUBLE;
    }
    if (PlainText.readsAsOther(text) || (traits.multiline() && key)) {
      return Style.DOUBLE;
    }
    if (traits.plainAllowed()) {
      return Style.PLAIN;
    }
    return traits.singleAllowed() ? Style.SINGLE : Style.DOUBLE;
  }

  private void writePlain(YamlText out, int width, int indent) {
    if (out.column() + text.length() <= width) {
      out.append(text);
      return;
    }
    boolean afterSpace = false;
    int[] chars = text.codePoints().toArray();
    for (int i = 0; i < chars.length; i++) {
      boolean space = chars[i] == ' ';
      boolean more = i + 1 < chars.length && chars[i + 1] == ' ';
      if (space && !afterSpace && !more && out.column() > width) {
        out.lineBreak();
        out.indent(indent);
      } else {
        out.append(chars[i]);
      }
      afterSpace = space;
    }
  }

  private void writeSingle(YamlText out, int width, int indent) {
    out.append("'");
    boolean afterSpace = false;
    boolean afterBreak = false;
    int[] chars = text.codePoints().toArray();
    for (int i = 0; i < chars.length; i++) {
      boolean inner = i > 0 && i + 1 < chars.length;
      boolean space = chars[i] == ' ';
      if (ScalarAnalysis.isBreak(chars[i])) {
        out.appendLineEnd(chars[i]);
        afterBreak = true;
      } else if (space && !afterSpace && inner && chars[i + 1] != ' ' && out.column() > width) {
        out.lineBreak();
        out.indent(indent);
      } else {
        if (afterBreak) {
          out.indent(indent);
          afterBreak = false;
        }
        out.append(chars[i] == '\'' ? "''" : Character.toString(chars[i]));
      }
      afterSpace = space;
    }
    out.append("'");
  }

  private void writeLiteral(YamlText out, int indent) {
    out.append("|");
    boolean startsBlank = text.charAt(0) == ' ' || ScalarAnalysis.isBreak(text.charAt(0));
    out.append(startsBlank ? "2" : "");
    out.append(chomping());
    out.lineBreak();
    boolean afterBreak = true;
    for (int c : text.codePoints().toArray()) {
      if (c == '\n') {
        out.lineBreak();
      } else if (ScalarAnalysis.isBreak(c)) {
        out.appendLineEnd(c);
      } else {
        if (afterBreak) {
          out.indent(indent);
        }
        out.append(c);
      }
      afterBreak = ScalarAnalysis.isBreak(c);
    }
  }

  private String chomping() {
    int last = text.length() - 1;
    if (!ScalarAnalysis.isBreak(text.charAt(last))) {
      return "-";
    }
    return last == 0 || ScalarAnalysis.isBreak(text.charAt(last - 1)) ? "+" : "";
  }

  /// A YAML scalar in double quotes, where all that cannot be printed is escaped.
  private record DoubleQuoted(String text) {

    void writeTo(YamlText out, int width, int indent) {
      out.append("\"");
      boolean afterSpace = false;
      int[] chars = text.codePoints().toArray();
      for (int i = 0; i < chars.length; i++) {
        boolean inner = i > 0 && i + 1 < chars.length;
        boolean space = chars[i] == ' ';
        if (space && !afterSpace && inner && out.column() > width) {
          out.lineBreak();
          out.indent(indent);
          out.append(chars[i + 1] == ' ' ? "\\" : "");
        } else if (mustEscape(chars[i])) {
          out.append(YamlEscapes.of(chars[i]));
        } else {
          out.append(chars[i]);
        }
        afterSpace = space;
      }
      out.append("\"");
    }

    private boolean mustEscape(int c) {
      boolean startsWithMark = text.charAt(0) == 0xfeff;
      return startsWithMark || YamlEscapes.isNeeded(c);
    }
  }

  /// Detects text that go-yaml v2 reads as another type than string if it is not quoted: a boolean,
  /// null, a number, a time.
  static final class PlainText {
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
        Pattern.compile(
            "([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))");

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

  /// Text that tracks its current column, counted in code points.
  static final class YamlText {
    private final StringBuilder out = new StringBuilder();
    private int column;

    void append(String text) {
      out.append(text);
      column += text.codePointCount(0, text.length());
    }

    void append(int codePoint) {
      out.appendCodePoint(codePoint);
      column++;
    }

    /// Ends the line, unless it is empty.
    void newLine() {
      if (column > 0) {
        lineBreak();
      }
    }

    void lineBreak() {
      out.append('\n');
      column = 0;
    }

    /// Appends a character that ends a line without being a line feed, such as U+2028.
    void appendLineEnd(int codePoint) {
      append(codePoint);
      column = 0;
    }

    /// Spaces up to column `to`.
    void indent(int to) {
      int missing = Math.max(0, to - column);
      out.repeat(' ', missing);
      column += missing;
    }

    int column() {
      return column;
    }

    @Override
    public String toString() {
      return out.toString();
    }
  }
}
