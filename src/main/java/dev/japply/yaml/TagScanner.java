package dev.japply.yaml;

import dev.japply.yaml.YamlCursor.Mark;
import dev.japply.yaml.YamlNode.Style;
import java.nio.charset.StandardCharsets;

/// Reads anchors, tags and directives, as go-yaml does.
record TagScanner(YamlCursor cursor) {
  private static final String URI_MARKS = ";/?:@&=+$,.!~*'()[]%";
  private static final String BEHIND_ANCHOR = "?:,]}%@`";
  private static final int MAX_VERSION_DIGITS = 2;
  private static final int CONTINUES = 0b10;

  /// Returns the anchor or alias that begins here with `&` or `*`.
  YamlToken anchor(YamlToken.Type type) {
    Mark start = cursor.mark();
    cursor.skip();
    String name = word();
    if (name.isEmpty() || !(cursor.isGap(0) || BEHIND_ANCHOR.indexOf(cursor.peek()) >= 0)) {
      throw cursor.failure(YamlErrorMessages.ANCHOR);
    }
    return YamlToken.of(type, start, cursor.mark(), name);
  }

  private String word() {
    int from = cursor.at();
    while (cursor.isWord()) {
      cursor.skip();
    }
    return cursor.text().substring(from, cursor.at());
  }

  private void skipBlanks() {
    while (cursor.isBlank(0)) {
      cursor.skip();
    }
  }

  /// Returns the tag that begins here with `!`.
  YamlToken tag() {
    Mark start = cursor.mark();
    String handle = "";
    String suffix;
    if (cursor.peek(1) == '<') {
      cursor.skip(2);
      suffix = uri("");
      if (cursor.peek() != '>') {
        throw cursor.failure(YamlErrorMessages.TAG_BRACKET);
      }
      cursor.skip();
    } else {
      handle = handle(false);
      boolean named = handle.length() > 1 && handle.endsWith("!");
      suffix = uri(named ? "" : handle);
      if (!named) {
        handle = suffix.isEmpty() ? "" : "!";
        suffix = suffix.isEmpty() ? "!" : suffix;
      }
    }
    if (!cursor.isGap(0)) {
      throw cursor.failure(YamlErrorMessages.TAG_END);
    }
    return new YamlToken(YamlToken.Type.TAG, start, cursor.mark(), handle, suffix, Style.PLAIN);
  }

  private String handle(boolean isDirective) {
    if (cursor.peek() != '!') {
      throw cursor.failure(YamlErrorMessages.TAG_HANDLE);
    }
    cursor.skip();
    String name = word();
    if (cursor.peek() == '!') {
      cursor.skip();
      return "!" + name + "!";
    }
    if (isDirective && !name.isEmpty()) {
      throw cursor.failure(YamlErrorMessages.TAG_HANDLE);
    }
    return "!" + name;
  }

  /// Returns the characters of a tag after its handle.
  ///
  /// @param head text that was read as a handle, but is the beginning of the tag
  private String uri(String head) {
    var octets = new StringBuilder(head.substring(Math.min(1, head.length())));
    boolean any = !head.isEmpty();
    while (cursor.isWord() || (!cursor.isEnd() && URI_MARKS.indexOf(cursor.peek()) >= 0)) {
      any = true;
      if (cursor.peek() == '%') {
        escapedCharacter(octets);
      } else {
        octets.append(cursor.peek());
        cursor.skip();
      }
    }
    if (!any) {
      throw cursor.failure(YamlErrorMessages.TAG_URI);
    }
    return new String(
        octets.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private void escapedCharacter(StringBuilder octets) {
    int first = octet();
    int width = Integer.numberOfLeadingZeros(~first << (Integer.SIZE - Byte.SIZE));
    if (width == 1 || width > 4) {
      throw cursor.failure(YamlErrorMessages.TAG_LEADING);
    }
    octets.append((char) first);
    cursor.skip(3);
    for (int i = 1; i < width; i++) {
      int next = octet();
      if (next >> 6 != CONTINUES) {
        throw cursor.failure(YamlErrorMessages.TAG_TRAILING);
      }
      octets.append((char) next);
      cursor.skip(3);
    }
  }

  private int octet() {
    int high = hex(1);
    int low = hex(2);
    if (cursor.peek() != '%' || high < 0 || low < 0) {
      throw cursor.failure(YamlErrorMessages.TAG_ESCAPE);
    }
    return high * 16 + low;
  }

  private int hex(int ahead) {
    char c = cursor.peek(ahead);
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }

  /// Returns the directive that begins here with `%`.
  YamlToken directive() {
    Mark start = cursor.mark();
    cursor.skip();
    String name = word();
    if (name.isEmpty()) {
      throw cursor.failure(YamlErrorMessages.DIRECTIVE_NAME);
    }
    if (!cursor.isGap(0)) {
      throw cursor.failure(YamlErrorMessages.DIRECTIVE_LETTER);
    }
    YamlToken token =
        switch (name) {
          case "YAML" -> version(start);
          case "TAG" -> tagDirective(start);
          default -> throw cursor.failure(YamlErrorMessages.DIRECTIVE_OTHER);
        };
    skipBlanks();
    if (cursor.peek() == '#') {
      cursor.skipLine();
    }
    if (!cursor.isBreakOrEnd(0)) {
      throw cursor.failure(YamlErrorMessages.DIRECTIVE_END);
    }
    cursor.skipBreak();
    return token;
  }

  private YamlToken version(Mark start) {
    skipBlanks();
    String major = number();
    if (cursor.peek() != '.') {
      throw cursor.failure(YamlErrorMessages.VERSION_POINT);
    }
    cursor.skip();
    String version = Integer.parseInt(major) + "." + Integer.parseInt(number());
    return new YamlToken(
        YamlToken.Type.VERSION_DIRECTIVE, start, cursor.mark(), "", version, Style.PLAIN);
  }

  private String number() {
    int from = cursor.at();
    while (cursor.peek() >= '0' && cursor.peek() <= '9') {
      if (cursor.at() - from == MAX_VERSION_DIGITS) {
        throw cursor.failure(YamlErrorMessages.VERSION_LENGTH);
      }
      cursor.skip();
    }
    if (cursor.at() == from) {
      throw cursor.failure(YamlErrorMessages.VERSION);
    }
    return cursor.text().substring(from, cursor.at());
  }

  private YamlToken tagDirective(Mark start) {
    skipBlanks();
    String handle = handle(true);
    if (!cursor.isBlank(0)) {
      throw cursor.failure(YamlErrorMessages.DIRECTIVE_BLANK);
    }
    skipBlanks();
    String prefix = uri("");
    if (!cursor.isGap(0)) {
      throw cursor.failure(YamlErrorMessages.DIRECTIVE_GAP);
    }
    return new YamlToken(
        YamlToken.Type.TAG_DIRECTIVE, start, cursor.mark(), handle, prefix, Style.PLAIN);
  }
}
