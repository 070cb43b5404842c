package dev.japply.manifest;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Bytes to text: UTF-16 when a byte order mark says so, else UTF-8.
final class SourceText {
  /// What stands for bytes that are no character.
  static final char REPLACEMENT = '\ufffd';

  private SourceText() {}

  /// The text of `bytes`, without its byte order mark and with `\n` between lines.
  static String decode(byte[] bytes) {
    return unmarked(bytes).replace("\r\n", "\n");
  }

  private static String unmarked(byte[] bytes) {
    if (startsWith(bytes, 0xEF, 0xBB, 0xBF)) {
      return utf8(java.util.Arrays.copyOfRange(bytes, 3, bytes.length));
    }
    if (startsWith(bytes, 0xFE, 0xFF)) {
      return utf16(bytes, StandardCharsets.UTF_16BE);
    }
    if (startsWith(bytes, 0xFF, 0xFE)) {
      return utf16(bytes, StandardCharsets.UTF_16LE);
    }
    return utf8(bytes);
  }

  /// UTF-8; each byte that is no part of a character becomes U+FFFD, as in Go.
  static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return repaired(bytes);
    }
  }

  /// The line of the first byte of `bytes` that is no part of a character in UTF-8; 0 for none.
  static int brokenLine(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    boolean utf16 = startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE);
    if (utf16 || !StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError()) {
      return 0;
    }
    return 1 + (int) out.flip().chars().filter(c -> c == '\n').count();
  }

  private static String utf16(byte[] bytes, Charset charset) {
    return new String(bytes, 2, bytes.length - 2, charset);
  }

  private static String repaired(byte[] bytes) {
    var text = new StringBuilder();
    int at = 0;
    while (at < bytes.length) {
      int length = sequenceLength(bytes[at]);
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
}
