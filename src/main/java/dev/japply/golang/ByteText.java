package dev.japply.golang;

import java.nio.charset.StandardCharsets;

/// Byte texts: Java strings whose chars, 0 to 255, are the bytes of UTF-8. ASCII is the same in
/// both.
public final class ByteText {
  /// The replacement for bytes that are not valid UTF-8.
  public static final int REPLACEMENT = 0xfffd;

  private static final int LAST_ASCII = 0x7f;

  private ByteText() {}

  /// A character in a byte text.
  ///
  /// @param code the code point; [#REPLACEMENT] with a width of 1 for a byte that is no UTF-8
  /// @param width number of its bytes
  record Rune(int code, int width) {
    /// Whether the bytes are no UTF-8.
    boolean broken() {
      return code == REPLACEMENT && width == 1;
    }
  }

  static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  static String of(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /// Decodes bytes as UTF-8; invalid bytes become U+FFFD.
  public static String decode(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /// Returns the bytes of one character; surrogates and code points outside Unicode become U+FFFD.
  static String of(int code) {
    boolean valid = Character.isValidCodePoint(code) && !isSurrogate(code);
    return of(Character.toString(valid ? code : REPLACEMENT));
  }

  static boolean isSurrogate(int code) {
    return code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
  }

  /// The character that begins at `at`, which is before the end.
  static Rune rune(String bytes, int at) {
    int first = bytes.charAt(at);
    if (first <= LAST_ASCII) {
      return new Rune(first, 1);
    }
    int width = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || at + width > bytes.length()) {
      return new Rune(REPLACEMENT, 1);
    }
    int code = first & (0xff >> (width + 1));
    for (int i = 1; i < width; i++) {
      int next = bytes.charAt(at + i);
      if ((next & 0xc0) != 0x80) {
        return new Rune(REPLACEMENT, 1);
      }
      code = (code << 6) | (next & 0x3f);
    }
    return isShortest(code, width) ? new Rune(code, width) : new Rune(REPLACEMENT, 1);
  }

  private static boolean isShortest(int code, int width) {
    int least = width == 4 ? 0x10000 : width == 3 ? 0x800 : 0x80;
    return code >= least && code <= Character.MAX_CODE_POINT && !isSurrogate(code);
  }

  /// Counts the characters; each invalid byte counts as one.
  static int runes(String bytes) {
    int count = 0;
    for (int at = 0; at < bytes.length(); at += rune(bytes, at).width()) {
      count++;
    }
    return count;
  }

  /// Whether Go takes a character for a letter or a digit, or it is `_`.
  public static boolean isWord(int code) {
    return code == '_' || (code >= 0 && (Character.isLetter(code) || Character.isDigit(code)));
  }

  /// Whether Go takes a character for one that can be printed: letters, marks, numbers,
  /// punctuation, symbols and the space.
  public static boolean isPrint(int code) {
    return switch (Character.getType(code)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> code == ' ';
      default -> true;
    };
  }

  /// Whether Go takes a character for white space.
  public static boolean isSpace(int code) {
    return (code >= '\t' && code <= '\r') || code == 0x85 || Character.isSpaceChar(code);
  }
}
