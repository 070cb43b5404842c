package dev.japply.golang;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;

/// The function `base64decode`. As Go's decoder, it ignores line breaks and requires padding, and
/// its errors contain the position.
final class Base64Text {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final int GROUP = 4;

  private Base64Text() {}

  /// Decodes `text`. A character of the result is a byte.
  static String decode(String text) {
    requireValid(text);
    return new String(Base64.getDecoder().decode(text.replaceAll("[\r\n]", "")), ISO_8859_1);
  }

  private static void requireValid(String text) {
    int count = 0;
    int at = skipLineBreaks(text, 0);
    while (at < text.length() && DIGITS.indexOf(text.charAt(at)) >= 0) {
      count = (count + 1) % GROUP;
      at = skipLineBreaks(text, at + 1);
    }
    if (at < text.length()) {
      requirePadding(text, at, count);
    } else if (count > 0) {
      throw corrupt(at - count);
    }
  }

  /// Checks the rest after `count` digits of a group, from the first other character on.
  private static void requirePadding(String text, int at, int count) {
    if (text.charAt(at) != '=' || count < 2) {
      throw corrupt(at);
    }
    int next = skipLineBreaks(text, at + 1);
    if (count == 2) {
      if (next == text.length()) {
        throw corrupt(next);
      }
      if (text.charAt(next) != '=') {
        throw corrupt(next - 1);
      }
      next = skipLineBreaks(text, next + 1);
    }
    if (next < text.length()) {
      throw corrupt(next);
    }
  }

  private static int skipLineBreaks(String text, int from) {
    int at = from;
    while (at < text.length() && (text.charAt(at) == '\n' || text.charAt(at) == '\r')) {
      at++;
    }
    return at;
  }

  private static CallException corrupt(int at) {
    return new CallException("base64 decode failed: illegal base64 data at input byte " + at);
  }
}
