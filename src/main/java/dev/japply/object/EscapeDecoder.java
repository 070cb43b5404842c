package dev.japply.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A text without the escapes of JSON, Go, YAML, URLs and HTML, at any depth: whatever form a value
/// is quoted in, it is the same here. Quotes and backslashes are left out, and space of any kind,
/// control characters and line ends with it, is one blank.
///
/// @param from the start of each character in the original
/// @param to the end of each character in the original
@SuppressWarnings("ArrayRecordComponent") // never compared
record EscapeDecoder(String text, int[] from, int[] to) {
  /// Depth of quotes in quotes that is decoded; deeper ones do not occur.
  private static final int DEPTH = 5;

  private static final String BYTE = "(?:\\\\+x\\p{XDigit}{2}|\\\\+[0-3][0-7]{2}|%\\p{XDigit}{2})";

  private static final Pattern ONE_BYTE = Pattern.compile(BYTE);
  private static final int OCTAL_DIGITS = 3;

  private static final Pattern ESCAPE =
      Pattern.compile(
          String.join(
              "|",
              "(?<bytes>" + BYTE + "++)",
              "\\\\+u(?<unit>\\p{XDigit}{4})",
              "\\\\+U(?<point>00(?:0\\p{XDigit}|10)\\p{XDigit}{4})",
              "\\\\+(?<letter>[abefnrtvNLP_])",
              "&#(?<decimal>\\d{1,6});",
              "&#[xX](?<hex>\\p{XDigit}{1,5});",
              "&(?<name>lt|gt|amp|quot|apos);",
              "(?<space>[\\s\\p{Cntrl}\\x{80}-\\x{a0}\\x{2028}\\x{2029}]+)",
              "(?<broken>\ufffd+)",
              "(?<quotes>[\"']+|\\\\+)"));

  private static final Map<String, String> NAMED =
      Map.of("lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'");

  /// `text` unescaped until nothing is left to unescape.
  static EscapeDecoder of(String text) {
    int[] from = new int[text.length()];
    int[] to = new int[text.length()];
    Arrays.setAll(from, i -> i);
    Arrays.setAll(to, i -> i + 1);
    var before = new EscapeDecoder(text, from, to);
    for (int depth = 0; depth < DEPTH; depth++) {
      EscapeDecoder after = before.once();
      if (after.text.equals(before.text)) {
        break;
      }
      before = after;
    }
    return before;
  }

  private EscapeDecoder once() {
    int first = escapable(0);
    if (first == text.length()) {
      return this;
    }
    var copy = new Copy(this);
    Matcher escape = ESCAPE.matcher(text);
    int plain = 0;
    for (int at = first; at < text.length(); at = escapable(at)) {
      if (escape.region(at, text.length()).lookingAt()) {
        copy.putPlain(plain, at);
        copy.put(meaning(escape), at, escape.end());
        at = escape.end();
        plain = at;
      } else {
        at++;
      }
    }
    copy.putPlain(plain, text.length());
    return copy.done();
  }

  /// Returns the first position from `start` where [#ESCAPE] may match; most texts have none.
  private int escapable(int start) {
    int at = start;
    while (at < text.length() && !mayEscape(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean mayEscape(char c) {
    return switch (c) {
      case '\\', '%', '&', '"', '\'', ' ', '\u2028', '\u2029', '\ufffd' -> true;
      default -> c < ' ' || (c >= 0x7f && c <= 0xa0);
    };
  }

  /// Returns letters and digits alone: base64 of every kind then looks alike, and so does a text
  /// that was broken into lines.
  EscapeDecoder dense() {
    var copy = new Copy(this);
    for (int i = 0; i < text.length(); i++) {
      if (Character.isLetterOrDigit(text.charAt(i))) {
        copy.putPlain(i, i + 1);
      }
    }
    return copy.done();
  }

  private static String meaning(Matcher escape) {
    if (escape.group("bytes") != null) {
      return bytes(escape.group("bytes"));
    } else if (escape.group("unit") != null) {
      return Character.toString((char) Integer.parseInt(escape.group("unit"), 16));
    } else if (escape.group("point") != null) {
      return Character.toString(Integer.parseInt(escape.group("point"), 16));
    } else if (escape.group("decimal") != null) {
      return Character.toString(Integer.parseInt(escape.group("decimal")));
    } else if (escape.group("hex") != null) {
      return Character.toString(Integer.parseInt(escape.group("hex"), 16));
    } else if (escape.group("name") != null) {
      return NAMED.getOrDefault(escape.group("name"), "");
    }
    return escape.group("broken") != null ? "\ufffd" : escape.group("quotes") != null ? "" : " ";
  }

  /// Decodes bytes that are escaped one by one, as UTF-8.
  private static String bytes(String escapes) {
    byte[] bytes = new byte[escapes.length()];
    int count = 0;
    Matcher one = ONE_BYTE.matcher(escapes);
    while (one.find()) {
      String digits = one.group().replaceFirst("^(?:%|\\\\+x?)", "");
      bytes[count] = (byte) Integer.parseInt(digits, digits.length() == OCTAL_DIGITS ? 8 : 16);
      count++;
    }
    return new String(bytes, 0, count, UTF_8);
  }

  /// Another text made of parts of one.
  private static final class Copy {
    private final EscapeDecoder source;
    private final StringBuilder text = new StringBuilder();
    private int[] from;
    private int[] to;

    Copy(EscapeDecoder source) {
      this.source = source;
      this.from = new int[source.text.length()];
      this.to = new int[source.text.length()];
    }

    void putPlain(int start, int end) {
      for (int i = start; i < end; i++) {
        put(source.text.charAt(i), i, i + 1);
      }
    }

    /// Puts `meaning` in place of the text between the two positions.
    void put(String meaning, int start, int end) {
      for (int i = 0; i < meaning.length(); i++) {
        put(meaning.charAt(i), start, end);
      }
    }

    private void put(char meaning, int start, int end) {
      if (text.length() == from.length) {
        from = Arrays.copyOf(from, 2 * from.length + 2);
        to = Arrays.copyOf(to, 2 * to.length + 2);
      }
      from[text.length()] = source.from[start];
      to[text.length()] = source.to[end - 1];
      text.append(meaning);
    }

    EscapeDecoder done() {
      return new EscapeDecoder(
          text.toString(), Arrays.copyOf(from, text.length()), Arrays.copyOf(to, text.length()));
    }
  }
}
