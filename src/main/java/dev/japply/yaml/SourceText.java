package dev.japply.yaml;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Decodes bytes to text: UTF-16 if there is a UTF-16 byte order mark, else UTF-8.
public final class SourceText {
  /// The replacement for bytes that are not valid characters.
  public static final char REPLACEMENT = '\ufffd';

  /// The number of characters to decode per step when searching for invalid bytes.
  private static final int DECODED = 8192;

  private SourceText() {}

  /// Returns the text of `bytes`, without its byte order mark and with `\n` between lines.
  public static String decode(byte[] bytes) {
    String text = unmarked(bytes);
    return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n");
  }

  private static String unmarked(byte[] bytes) {
    Charset charset = charset(bytes);
    if (!charset.equals(StandardCharsets.UTF_8)) {
      return wellFormed(units(bytes));
    }
    boolean marked = startsWith(bytes, 0xEF, 0xBB, 0xBF);
    return utf8(marked ? Arrays.copyOfRange(bytes, 3, bytes.length) : bytes);
  }

  /// Decodes UTF-8; each byte that is not part of a character becomes U+FFFD, as in Go.
  static String utf8(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0 || brokenAt(bytes) == bytes.length
        ? text
        : repaired(bytes);
  }

  /// Returns `text` with U+FFFD for each unpaired surrogate, as in Go.
  static String wellFormed(String text) {
    if (loneHalf(text) < 0) {
      return text;
    }
    return text.codePoints()
        .map(c -> isHalf(c) ? REPLACEMENT : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /// Returns the index of the first unpaired surrogate; -1 if there is none.
  private static int loneHalf(String text) {
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      if (isHalf(codePoint)) {
        return at;
      }
      at += Character.charCount(codePoint);
    }
    return -1;
  }

  private static boolean isHalf(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  /// Returns the UTF-16 code units after the byte order mark, valid or not.
  private static String units(byte[] bytes) {
    ByteBuffer units = ByteBuffer.wrap(bytes, 2, bytes.length - 2).slice();
    boolean little = charset(bytes).equals(StandardCharsets.UTF_16LE);
    units.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    String text = units.asCharBuffer().toString();
    return bytes.length % 2 == 0 ? text : text + Character.MIN_SURROGATE;
  }

  /// Returns the line of the first byte of `bytes` that is not part of a character; 0 if there is
  /// none.
  public static int brokenLine(byte[] bytes) {
    if (charset(bytes).equals(StandardCharsets.UTF_8)) {
      int at = brokenAt(bytes);
      return at == bytes.length ? 0 : lastLine(new String(bytes, 0, at, StandardCharsets.UTF_8));
    }
    String units = units(bytes);
    int at = loneHalf(units);
    return at < 0 ? 0 : lastLine(units.substring(0, at));
  }

  private static int lastLine(String text) {
    return 1 + (int) text.chars().filter(c -> c == '\n').count();
  }

  /// Returns the name of the encoding that the byte order mark of `bytes` indicates.
  public static String encoding(byte[] bytes) {
    return charset(bytes).equals(StandardCharsets.UTF_8) ? "UTF-8" : "UTF-16";
  }

  private static Charset charset(byte[] bytes) {
    if (startsWith(bytes, 0xFE, 0xFF)) {
      return StandardCharsets.UTF_16BE;
    }
    return startsWith(bytes, 0xFF, 0xFE) ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
  }

  /// Returns the index of the first byte that is not valid UTF-8; the length if all bytes are
  /// valid.
  private static int brokenAt(byte[] bytes) {
    var decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(DECODED);
    while (decoder.decode(in, out.clear(), true).isOverflow()) {
      // The decoded text is not used.
    }
    return in.position();
  }

  private static String repaired(byte[] bytes) {
    var text = new StringBuilder();
    int at = 0;
    while (at < bytes.length) {
      int length = sequenceLength(bytes[at]);
      if (bytes[at] >= 0) {
        text.append((char) bytes[at++]);
        continue;
      }
      var decoder = StandardCharsets.UTF_8.newDecoder();
      try {
        text.append(
            decoder.decode(ByteBuffer.wrap(bytes, at, Math.min(length, bytes.length - at))));
        at += length;
      } catch (CharacterCodingException e) {
        text.append(REPLACEMENT);
        at++;
      }
    }
    return text.toString();
  }

  private static int sequenceLength(byte lead) {
    int bits = lead & 0xFF;
    return bits < 0xC0 ? 1 : bits < 0xE0 ? 2 : bits < 0xF0 ? 3 : 4;
  }

  private static boolean startsWith(byte[] bytes, int... mark) {
    if (bytes.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xFF) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  /// Whether `c` is space, as Go's `unicode.IsSpace` takes it.
  public static boolean isSpace(char c) {
    return (c >= '\t' && c <= '\r') || c == '\u0085' || Character.isSpaceChar(c);
  }

  /// Returns `text` without leading and trailing space, as Go's `strings.TrimSpace`.
  static String strip(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }
}
