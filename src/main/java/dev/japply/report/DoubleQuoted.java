package dev.japply.report;

import dev.japply.yaml.ScalarAnalysis;

/// A YAML scalar in double quotes, where all that cannot be printed is escaped.
record DoubleQuoted(String text) {

  void writeTo(YamlText out, int width, int indent) {
    out.append("\"");
    boolean afterSpace = false;
    int[] chars = text.codePoints().toArray();
    for (int i = 0; i < chars.length; i++) {
      boolean inner = i > 0 && i + 1 < chars.length;
      boolean space = chars[i] == ' ';
      if (space && !afterSpace && inner && out.column() > width) {
        out.lineBreak();
        out.indent(indent);
        out.append(chars[i + 1] == ' ' ? "\\" : "");
      } else if (mustEscape(chars[i])) {
        out.append(escape(chars[i]));
      } else {
        out.append(chars[i]);
      }
      afterSpace = space;
    }
    out.append("\"");
  }

  private boolean mustEscape(int c) {
    boolean startsWithMark = text.charAt(0) == 0xfeff;
    return startsWithMark
        || !ScalarAnalysis.isPrintable(c)
        || ScalarAnalysis.isBreak(c)
        || c == '"'
        || c == '\\';
  }

  private static String escape(int c) {
    return switch (c) {
      case 0 -> "\\0";
      case 7 -> "\\a";
      case '\b' -> "\\b";
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case 0x0b -> "\\v";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      case 0x1b -> "\\e";
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case 0x85 -> "\\N";
      case 0xa0 -> "\\_";
      case 0x2028 -> "\\L";
      case 0x2029 -> "\\P";
      default -> numeric(c);
    };
  }

  private static String numeric(int c) {
    if (c <= 0xff) {
      return "\\x%02X".formatted(c);
    }
    return (c <= 0xffff ? "\\u%04X" : "\\U%08X").formatted(c);
  }
}
