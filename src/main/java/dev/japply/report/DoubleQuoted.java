package dev.japply.report;

import dev.japply.yaml.YamlEscapes;

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
        out.append(YamlEscapes.of(chars[i]));
      } else {
        out.append(chars[i]);
      }
      afterSpace = space;
    }
    out.append("\"");
  }

  private boolean mustEscape(int c) {
    boolean startsWithMark = text.charAt(0) == 0xfeff;
    return startsWithMark || YamlEscapes.isNeeded(c);
  }
}
