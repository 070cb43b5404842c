package dev.japply.report;

import dev.japply.golang.ByteText;

/// The texts of KYAML within double quotes.
final class KyamlEscapes {
  private KyamlEscapes() {}

  /// Returns the text with escapes, for use between quotes. Tabs are not escaped.
  static String write(String text) {
    var out = new StringBuilder();
    text.codePoints().forEach(c -> escape(out, c));
    return out.toString();
  }

  private static void escape(StringBuilder out, int c) {
    if (c == '\t') {
      out.append('\t');
    } else if (c == '"' || c == '\\') {
      out.append('\\').append((char) c);
    } else if (ByteText.isPrint(c)) {
      out.appendCodePoint(c);
    } else {
      out.append(named(c));
    }
  }

  private static String named(int c) {
    return switch (c) {
      case 0x07 -> "\\a";
      case '\b' -> "\\b";
      case '\n' -> "\\n";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      case 0x0b -> "\\v";
      case 0 -> "\\0";
      case 0x1b -> "\\e";
      case 0x85 -> "\\N";
      case 0xa0 -> "\\_";
      case 0x2028 -> "\\L";
      case 0x2029 -> "\\P";
      default ->
          (c < ' ' || c == 0x7f ? "\\x%02x" : c <= 0xffff ? "\\u%04x" : "\\U%08x").formatted(c);
    };
  }
}
