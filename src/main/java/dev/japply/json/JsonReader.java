package dev.japply.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.json.InvalidJson.Fault;
import java.util.Arrays;

/// Reads JSON text in UTF-8 by the rules of RFC 8259 and the errors of Go's `encoding/json`. The
/// caller goes from value to value:
///
/// ```java
/// reader.enter();
/// for (boolean more = reader.first('}'); more; more = reader.next('}')) {
///   String key = reader.key();
///   reader.skip();
/// }
/// ```
///
/// Half of a surrogate pair becomes U+FFFD, as in Go. Bytes that are not UTF-8 are an error.
public final class JsonReader {
  /// The maximum depth of nested values.
  public static final int MAX_DEPTH = 1_000;

  /// The result of [#peek] at the end of the text.
  public static final int END = -1;

  private static final int REPLACEMENT = 0xfffd;

  /// Integers with more digits may not fit into 64 bits.
  private static final int LONG_DIGITS = 18;

  private static final int LONGEST_KNOWN = 64;

  /// Keys that were read before. The few hundred keys of Kubernetes' objects are in each of them,
  /// so this saves most of the strings. A slot has the last key with its hash.
  private static final String[] KEYS = new String[1024];

  /// The kinds of numbers.
  public enum NumberKind {
    /// An integer of at most 18 digits, which is [#longValue].
    LONG,
    /// A longer integer.
    LONG_TEXT,
    /// A number with a fraction or an exponent.
    FLOAT
  }

  private final byte[] text;
  private int at;
  private int depth;
  private byte[] buffer = {};
  private int numberStart;
  private long longValue;

  /// Creates a reader of `text`, in UTF-8. A byte-order mark is skipped.
  public JsonReader(byte[] text) {
    this.text = text;
    boolean mark =
        text.length >= 3
            && text[0] == (byte) 0xef
            && text[1] == (byte) 0xbb
            && text[2] == (byte) 0xbf;
    this.at = mark ? 3 : 0;
  }

  /// Returns the offset of the next byte to read. After [#peek] that is the start of a value.
  public int offset() {
    return at;
  }

  /// Skips blanks and returns the next byte, which is not read yet; [#END] at the end.
  public int peek() {
    int i = at;
    while (i < text.length && isBlank(text[i])) {
      i++;
    }
    at = i;
    return i < text.length ? text[i] & 0xff : END;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /// Reads the `{` or `[` that [#peek] has returned.
  public void enter() {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new InvalidJson(Fault.DEPTH, "nested more than %d deep".formatted(MAX_DEPTH), at);
    }
    at++;
  }

  /// Returns true if there is a first entry, whose offset is the reader's; else reads `close`.
  public boolean first(char close) {
    int next = peek();
    if (next == close) {
      return leave();
    }
    if (close == '}' && next != '"') {
      throw invalid(at, "looking for beginning of object key string");
    }
    return true;
  }

  /// Returns true if there is another entry, whose offset is the reader's; else reads `close`.
  public boolean next(char close) {
    int next = peek();
    if (next == close) {
      return leave();
    }
    if (next != ',') {
      throw invalid(at, close == '}' ? "after object key:value pair" : "after array element");
    }
    at++;
    next = peek();
    if (close == '}' && next != '"') {
      throw invalid(at, "looking for beginning of object key string");
    }
    return true;
  }

  private boolean leave() {
    depth--;
    at++;
    return false;
  }

  /// Requires that only blanks follow.
  public void finish() {
    if (peek() != END) {
      throw invalid(at, "after top-level value");
    }
  }

  /// Reads a key and its colon.
  public String key() {
    String key = knownKey();
    colon();
    return key;
  }

  private void colon() {
    if (peek() != ':') {
      throw invalid(at, "after object key");
    }
    at++;
  }

  private String knownKey() {
    byte[] bytes = text;
    int start = at + 1;
    int hash = 0;
    for (int i = start; i < bytes.length; i++) {
      byte b = bytes[i];
      if (b == '"') {
        at = i + 1;
        return i - start > LONGEST_KNOWN ? ascii(start, i) : known(hash, start, i);
      }
      if (b == '\\' || b < ' ') {
        return decoded(start, i);
      }
      hash = 31 * hash + b;
    }
    throw ended();
  }

  /// Returns the string of the bytes, the same one as before if it is known.
  ///
  /// @param hash the hash code of the string
  private String known(int hash, int start, int end) {
    int slot = (hash ^ (hash >>> 10)) & (KEYS.length - 1);
    String known = KEYS[slot];
    if (known != null && known.hashCode() == hash && isAt(known, start, end)) {
      return known;
    }
    String key = ascii(start, end);
    KEYS[slot] = key;
    return key;
  }

  private boolean isAt(String key, int start, int end) {
    if (key.length() != end - start) {
      return false;
    }
    for (int i = start; i < end; i++) {
      if (key.charAt(i - start) != text[i]) {
        return false;
      }
    }
    return true;
  }

  private String ascii(int start, int end) {
    return new String(text, start, end - start, ISO_8859_1);
  }

  /// Reads the string whose `"` [#peek] has returned.
  public String string() {
    byte[] bytes = text;
    int start = at + 1;
    for (int i = start; i < bytes.length; i++) {
      byte b = bytes[i];
      if (b == '"') {
        at = i + 1;
        return ascii(start, i);
      }
      if (b == '\\' || b < ' ') {
        return decoded(start, i);
      }
    }
    throw ended();
  }

  /// Reads the rest of a string, which has escapes or characters beyond ASCII, or is invalid.
  ///
  /// @param from the offset of the first such byte
  private String decoded(int start, int from) {
    byte[] bytes = text;
    int size = from - start;
    byte[] out = room(size);
    for (int i = start; i < from; i++) {
      out[i - start] = bytes[i];
    }
    boolean ascii = true;
    int i = from;
    while (i < bytes.length) {
      byte b = bytes[i];
      if (b == '"') {
        at = i + 1;
        return new String(out, 0, size, ascii ? ISO_8859_1 : UTF_8);
      }
      if (size + 4 > out.length) {
        out = room(size);
      }
      if (b >= ' ' && b != '\\') {
        out[size++] = b;
        i++;
      } else if (b == '\\' && isUnicode(i)) {
        int code = codePoint(i);
        i += code >= Character.MIN_SUPPLEMENTARY_CODE_POINT ? 12 : 6;
        size = append(out, size, code);
        ascii &= code < 0x80;
      } else if (b == '\\') {
        out[size++] = escaped(i + 1);
        i += 2;
      } else if (b >= 0) {
        throw invalid(i, "in string literal");
      } else {
        int length = sequence(i);
        for (int end = i + length; i < end; i++) {
          out[size++] = bytes[i];
        }
        ascii = false;
      }
    }
    throw ended();
  }

  /// Returns the buffer with room for more than `size` bytes; these are kept.
  private byte[] room(int size) {
    if (buffer.length < size + 4) {
      buffer = Arrays.copyOf(buffer, Math.max(256, 2 * size));
    }
    return buffer;
  }

  private byte escaped(int offset) {
    if (offset == text.length) {
      throw ended();
    }
    return switch (text[offset]) {
      case '"', '\\', '/' -> text[offset];
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> throw invalid(offset, "in string escape code");
    };
  }

  private boolean isUnicode(int offset) {
    return offset + 1 < text.length && text[offset] == '\\' && text[offset + 1] == 'u';
  }

  /// Returns the code point of an escape with its second half, if it has one.
  private int codePoint(int offset) {
    char unit = unit(offset + 2);
    if (!Character.isSurrogate(unit)) {
      return unit;
    }
    if (Character.isHighSurrogate(unit) && isUnicode(offset + 6)) {
      char low = unit(offset + 8);
      if (Character.isLowSurrogate(low)) {
        return Character.toCodePoint(unit, low);
      }
    }
    return REPLACEMENT;
  }

  private char unit(int offset) {
    int unit = 0;
    for (int i = offset; i < offset + 4; i++) {
      if (i >= text.length) {
        throw ended();
      }
      int digit = text[i] < 0 ? -1 : Character.digit(text[i], 16);
      if (digit < 0) {
        throw invalid(i, "in \\u hexadecimal character escape");
      }
      unit = unit << 4 | digit;
    }
    return (char) unit;
  }

  private static int append(byte[] out, int size, int code) {
    int next = size;
    if (code < 0x80) {
      out[next++] = (byte) code;
    } else if (code < 0x800) {
      out[next++] = (byte) (0xc0 | code >> 6);
      out[next++] = continuation(code);
    } else if (code < 0x10000) {
      out[next++] = (byte) (0xe0 | code >> 12);
      out[next++] = continuation(code >> 6);
      out[next++] = continuation(code);
    } else {
      out[next++] = (byte) (0xf0 | code >> 18);
      out[next++] = continuation(code >> 12);
      out[next++] = continuation(code >> 6);
      out[next++] = continuation(code);
    }
    return next;
  }

  private static byte continuation(int code) {
    return (byte) (0x80 | (code & 0x3f));
  }

  /// Returns the length of the UTF-8 sequence at an offset. Overlong forms, surrogates and code
  /// points beyond Unicode are invalid.
  private int sequence(int offset) {
    int lead = text[offset] & 0xff;
    int length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    int second = offset + 1 < text.length ? text[offset + 1] & 0xff : 0;
    boolean valid =
        length > 0
            && offset + length <= text.length
            && second >= (lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80)
            && second <= (lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf);
    for (int i = offset + 2; valid && i < offset + length; i++) {
      valid = (text[i] & 0xc0) == 0x80;
    }
    if (!valid) {
      throw new InvalidJson(Fault.BYTE, "invalid UTF-8 in string literal", offset);
    }
    return length;
  }

  /// Reads the number whose first byte [#peek] has returned.
  public NumberKind number() {
    numberStart = at;
    int i = text[at] == '-' ? at + 1 : at;
    int digits = i;
    if (i < text.length && text[i] == '0') {
      i++;
    } else {
      i = digits(i, "in numeric literal");
    }
    NumberKind kind = i - digits > LONG_DIGITS ? NumberKind.LONG_TEXT : NumberKind.LONG;
    int end = i;
    if (i < text.length && text[i] == '.') {
      i = digits(i + 1, "after decimal point in numeric literal");
      kind = NumberKind.FLOAT;
    }
    if (i < text.length && (text[i] == 'e' || text[i] == 'E')) {
      boolean sign = i + 1 < text.length && (text[i + 1] == '+' || text[i + 1] == '-');
      i = digits(i + (sign ? 2 : 1), "in exponent of numeric literal");
      kind = NumberKind.FLOAT;
    }
    if (kind == NumberKind.LONG) {
      long value = 0;
      for (int digit = digits; digit < end; digit++) {
        value = 10 * value + text[digit] - '0';
      }
      longValue = digits > numberStart ? -value : value;
    }
    at = i;
    return kind;
  }

  /// Returns the offset behind one or more digits.
  private int digits(int offset, String context) {
    int i = offset;
    while (i < text.length && text[i] >= '0' && text[i] <= '9') {
      i++;
    }
    if (i == offset) {
      throw invalid(i, context);
    }
    return i;
  }

  /// Returns the integer that was just read as [NumberKind#LONG].
  public long longValue() {
    return longValue;
  }

  /// Returns the text of the number that was just read.
  public String numberText() {
    return new String(text, numberStart, at - numberStart, US_ASCII);
  }

  /// Reads `true`, `false` or `null`, whose first byte [#peek] has returned.
  public void literal(String literal) {
    for (int i = 1; i < literal.length(); i++) {
      if (at + i >= text.length || text[at + i] != literal.charAt(i)) {
        String context = "in literal %s (expecting '%s')".formatted(literal, literal.charAt(i));
        throw invalid(at + i, context);
      }
    }
    at += literal.length();
  }

  /// Reads a value without building it. Its strings are not checked.
  public void skip() {
    switch (peek()) {
      case '{' -> {
        enter();
        for (boolean more = first('}'); more; more = next('}')) {
          skipString();
          colon();
          skip();
        }
      }
      case '[' -> {
        enter();
        for (boolean more = first(']'); more; more = next(']')) {
          skip();
        }
      }
      case '"' -> skipString();
      case 't' -> literal("true");
      case 'f' -> literal("false");
      case 'n' -> literal("null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw noValue();
    }
  }

  private void skipString() {
    byte[] bytes = text;
    int i = at + 1;
    while (i < bytes.length && bytes[i] != '"') {
      i += bytes[i] == '\\' ? 2 : 1;
    }
    if (i >= bytes.length) {
      throw ended();
    }
    at = i + 1;
  }

  /// Returns the error for a byte, which is at the reader's offset, that no value begins with.
  public InvalidJson noValue() {
    return invalid(at, "looking for beginning of value");
  }

  private InvalidJson invalid(int offset, String context) {
    if (offset >= text.length) {
      return ended();
    }
    String message = "invalid character " + quoted(text[offset] & 0xff) + " " + context;
    return new InvalidJson(Fault.BYTE, message, offset);
  }

  private static String quoted(int b) {
    return switch (b) {
      case '\'' -> "'\\''";
      case '\n' -> "'\\n'";
      case '\r' -> "'\\r'";
      case '\t' -> "'\\t'";
      default -> b >= ' ' && b < 0x7f ? "'" + (char) b + "'" : "'\\x%02x'".formatted(b);
    };
  }

  private InvalidJson ended() {
    return new InvalidJson(Fault.END, "unexpected end of JSON input", text.length);
  }
}
