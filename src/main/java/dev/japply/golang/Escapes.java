package dev.japply.golang;

import dev.japply.golang.ByteText.Rune;

/// The functions `html`, `js` and `urlquery`, on byte texts.
final class Escapes {
  private static final String PLAIN_IN_QUERIES = "-_.~";

  private Escapes() {}

  static String html(String bytes) {
    var out = new StringBuilder();
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      switch (c) {
        case 0 -> out.append(ByteText.of(ByteText.REPLACEMENT));
        case '"' -> out.append("&#34;");
        case '\'' -> out.append("&#39;");
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  static String js(String bytes) {
    var out = new StringBuilder();
    int at = 0;
    while (at < bytes.length()) {
      Rune rune = ByteText.rune(bytes, at);
      String raw = bytes.substring(at, at + rune.width());
      out.append(js(rune.code(), raw));
      at += rune.width();
    }
    return out.toString();
  }

  private static String js(int code, String raw) {
    return switch (code) {
      case '\\', '\'', '"' -> "\\" + raw;
      case '<', '>', '&', '=' -> "\\u%04X".formatted(code);
      default -> {
        boolean plain = code >= ' ' && (code <= 0x7f || ByteText.isPrint(code));
        yield plain ? raw : "\\u%04X".formatted(code);
      }
    };
  }

  static String query(String bytes) {
    var out = new StringBuilder();
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (letter || PLAIN_IN_QUERIES.indexOf(c) >= 0) {
        out.append(c);
      } else {
        out.append(c == ' ' ? "+" : "%%%02X".formatted((int) c));
      }
    }
    return out.toString();
  }
}
