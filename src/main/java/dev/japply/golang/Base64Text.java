package dev.japply.golang;

/// The function `base64decode`. Its errors contain the position, as in Go's decoder.
final class Base64Text {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final int GROUP = 4;

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int at;

  private Base64Text(String text) {
    this.text = text;
  }

  static String decode(String text) {
    var decoder = new Base64Text(text);
    while (decoder.at < text.length()) {
      decoder.decodeGroup();
    }
    return decoder.out.toString();
  }

  /// Up to four digits, which give up to three bytes.
  private void decodeGroup() {
    int bits = 0;
    for (int count = 0; count < GROUP; count++) {
      skipLineBreaks();
      if (at == text.length()) {
        if (count == 0) {
          return;
        }
        throw corrupt(at - count);
      }
      int digit = DIGITS.indexOf(text.charAt(at++));
      if (digit < 0) {
        pad(count);
        write(bits << (6 * (GROUP - count)), count - 1);
        return;
      }
      bits = bits << 6 | digit;
    }
    write(bits, GROUP - 1);
  }

  private void write(int bits, int count) {
    for (int i = 0; i < count; i++) {
      out.append((char) ((bits >> (16 - 8 * i)) & 0xff));
    }
  }

  /// Checks the rest after the first character outside the alphabet: it must be padding at the end.
  private void pad(int count) {
    if (text.charAt(at - 1) != '=' || count < 2) {
      throw corrupt(at - 1);
    }
    if (count == 2) {
      skipLineBreaks();
      if (at == text.length()) {
        throw corrupt(at);
      }
      if (text.charAt(at) != '=') {
        throw corrupt(at - 1);
      }
      at++;
    }
    skipLineBreaks();
    if (at < text.length()) {
      throw corrupt(at);
    }
  }

  private void skipLineBreaks() {
    while (at < text.length() && (text.charAt(at) == '\n' || text.charAt(at) == '\r')) {
      at++;
    }
  }

  private static CallException corrupt(int at) {
    return new CallException("base64 decode failed: illegal base64 data at input byte " + at);
  }
}
