package dev.japply.golang;

import dev.japply.golang.ByteText.Rune;
import java.util.Optional;

/// Go's quoted strings and characters, as byte texts.
public final class Quoted {
  private static final String ESCAPED = "\u0007\b\f\n\r\t\u000b";
  private static final String LETTERS = "abfnrtv";

  private Quoted() {}

  static String quote(String bytes) {
    return quote(bytes, '"', false);
  }

  /// `text`, which is no byte text, in double quotes.
  public static String shown(String text) {
    return ByteText.decode(quote(ByteText.of(text)));
  }

  /// `bytes` between `mark`s.
  ///
  /// @param ascii whether all that is not ASCII is escaped, too
  static String quote(String bytes, char mark, boolean ascii) {
    var out = new StringBuilder().append(mark);
    int at = 0;
    while (at < bytes.length()) {
      Rune rune = ByteText.rune(bytes, at);
      if (rune.broken()) {
        out.append("\\x%02x".formatted((int) bytes.charAt(at)));
      } else {
        out.append(escape(rune.code(), mark, ascii));
      }
      at += rune.width();
    }
    return out.append(mark).toString();
  }

  private static String escape(int code, char mark, boolean ascii) {
    if (code == mark || code == '\\') {
      return "\\" + (char) code;
    }
    if (ByteText.isPrint(code) && (!ascii || code <= 0x7f)) {
      return ByteText.of(code);
    }
    int letter = ESCAPED.indexOf(code);
    if (letter >= 0) {
      return "\\" + LETTERS.charAt(letter);
    }
    String form = code < ' ' || code == 0x7f ? "\\x%02x" : code <= 0xffff ? "\\u%04x" : "\\U%08x";
    return form.formatted(code);
  }

  /// Whether `bytes` can be quoted with backquotes.
  static boolean canStandRaw(String bytes) {
    int at = 0;
    while (at < bytes.length()) {
      Rune rune = ByteText.rune(bytes, at);
      int code = rune.code();
      boolean control = (code < ' ' && code != '\t') || code == '`' || code == 0x7f;
      if (rune.broken() || control || code == 0xfeff) {
        return false;
      }
      at += rune.width();
    }
    return true;
  }

  /// Returns the text of a quoted string; empty if it is malformed.
  ///
  /// @param text with its quotes: `"` or a backquote
  static Optional<String> unquote(String text) {
    char mark = text.charAt(0);
    String inner = text.substring(1, text.length() - 1);
    return mark == '`' ? Optional.of(inner.replace("\r", "")) : unescape(inner, mark);
  }

  /// `inner` without its escapes, or nothing if one is malformed.
  ///
  /// @param mark the quote around it, which must be escaped within
  static Optional<String> unescape(String inner, char mark) {
    var out = new StringBuilder();
    int at = 0;
    while (at < inner.length()) {
      Optional<Unit> unit = unit(inner, at, mark);
      if (unit.isEmpty()) {
        return Optional.empty();
      }
      out.append(unit.get().bytes());
      at = unit.get().end();
    }
    return Optional.of(out.toString());
  }

  /// A character or an escape in a quoted text.
  ///
  /// @param code the code point, or the byte
  /// @param end the start of the next one
  record Unit(int code, String bytes, int end) {}

  /// The character or escape at `at`, or nothing if it is malformed.
  static Optional<Unit> unit(String text, int at, char mark) {
    char c = text.charAt(at);
    if (c == mark) {
      return Optional.empty();
    }
    if (c != '\\') {
      Rune rune = ByteText.rune(text, at);
      return character(rune.code(), at + rune.width());
    }
    return at + 1 < text.length() ? escaped(text, at + 1, mark) : Optional.empty();
  }

  private static Optional<Unit> character(int code, int end) {
    return Optional.of(new Unit(code, ByteText.of(code), end));
  }

  private static Optional<Unit> escaped(String text, int at, char mark) {
    char c = text.charAt(at);
    int letter = LETTERS.indexOf(c);
    if (letter >= 0) {
      return character(ESCAPED.charAt(letter), at + 1);
    }
    return switch (c) {
      case '\\' -> character(c, at + 1);
      case '\'', '"' -> c == mark ? character(c, at + 1) : Optional.empty();
      case 'x' -> escapedByte(text, at + 1, at + 3, 16);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> escapedByte(text, at, at + 3, 8);
      case 'u' -> codePoint(text, at + 1, at + 5);
      case 'U' -> codePoint(text, at + 1, at + 9);
      default -> Optional.empty();
    };
  }

  private static Optional<Unit> escapedByte(String text, int from, int to, int base) {
    long value = digits(text, from, to, base);
    return value < 0 || value > 0xff
        ? Optional.empty()
        : Optional.of(new Unit((int) value, String.valueOf((char) value), to));
  }

  private static Optional<Unit> codePoint(String text, int from, int to) {
    long value = digits(text, from, to, 16);
    boolean valid = value >= 0 && value <= Character.MAX_CODE_POINT;
    return valid && !ByteText.isSurrogate((int) value)
        ? character((int) value, to)
        : Optional.empty();
  }

  /// The number that the digits up to `to` are; -1 if they are none.
  private static long digits(String text, int from, int to, int base) {
    if (to > text.length()) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) <= 0x7f ? Character.digit(text.charAt(i), base) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * base + digit;
    }
    return value;
  }
}
