package dev.japply.report;

import dev.japply.yaml.ScalarAnalysis;
import dev.japply.yaml.YamlEscapes;

/// A string as a YAML scalar, in the style that go-yaml v2 gives it: literal when it has line
/// breaks, plain where that reads back as the same string, else quoted.
final class YamlScalar {
  /// Lines are folded at the first space beyond this column.
  private static final int WIDTH = 80;

  /// A longer key needs the `? ` form.
  private static final int LONGEST_SIMPLE_KEY = 128;

  private final String text;
  private final ScalarAnalysis traits;

  YamlScalar(String text) {
    this.text = text;
    this.traits = ScalarAnalysis.of(text);
  }

  /// Whether `key` is written as it is.
  static boolean isSimpleWord(String key) {
    return key.length() <= LONGEST_SIMPLE_KEY && PlainText.isWord(key);
  }

  private enum Style {
    PLAIN,
    SINGLE,
    DOUBLE,
    LITERAL
  }

  boolean fitsSimpleKey() {
    int bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
    return !traits.multiline() && bytes <= LONGEST_SIMPLE_KEY;
  }

  /// Returns the text as a key; keys are never folded.
  String asKey() {
    var out = new YamlText();
    write(out, style(true), Integer.MAX_VALUE, 0);
    return out.toString();
  }

  /// Writes the scalar as a value whose further lines start at column `indent`.
  ///
  /// @param folded whether long lines are folded
  void writeTo(YamlText out, int indent, boolean folded) {
    write(out, style(false), folded ? WIDTH : Integer.MAX_VALUE, indent);
  }

  private void write(YamlText out, Style style, int width, int indent) {
    switch (style) {
      case PLAIN -> writePlain(out, width, indent);
      case SINGLE -> writeSingle(out, width, indent);
      case DOUBLE -> new DoubleQuoted(text).writeTo(out, width, indent);
      case LITERAL -> writeLiteral(out, indent);
    }
  }

  private Style style(boolean key) {
    if (text.indexOf('\n') >= 0) {
      return traits.blockAllowed() && !key ? Style.LITERAL : Style.DOUBLE;
    }
    if (PlainText.readsAsOther(text) || (traits.multiline() && key)) {
      return Style.DOUBLE;
    }
    if (traits.plainAllowed()) {
      return Style.PLAIN;
    }
    return traits.singleAllowed() ? Style.SINGLE : Style.DOUBLE;
  }

  private void writePlain(YamlText out, int width, int indent) {
    if (out.column() + text.length() <= width) {
      out.append(text);
      return;
    }
    boolean afterSpace = false;
    int[] chars = text.codePoints().toArray();
    for (int i = 0; i < chars.length; i++) {
      boolean space = chars[i] == ' ';
      boolean more = i + 1 < chars.length && chars[i + 1] == ' ';
      if (space && !afterSpace && !more && out.column() > width) {
        out.lineBreak();
        out.indent(indent);
      } else {
        out.append(chars[i]);
      }
      afterSpace = space;
    }
  }

  private void writeSingle(YamlText out, int width, int indent) {
    out.append("'");
    boolean afterSpace = false;
    boolean afterBreak = false;
    int[] chars = text.codePoints().toArray();
    for (int i = 0; i < chars.length; i++) {
      boolean inner = i > 0 && i + 1 < chars.length;
      boolean space = chars[i] == ' ';
      if (ScalarAnalysis.isBreak(chars[i])) {
        out.appendLineEnd(chars[i]);
        afterBreak = true;
      } else if (space && !afterSpace && inner && chars[i + 1] != ' ' && out.column() > width) {
        out.lineBreak();
        out.indent(indent);
      } else {
        if (afterBreak) {
          out.indent(indent);
          afterBreak = false;
        }
        out.append(chars[i] == '\'' ? "''" : Character.toString(chars[i]));
      }
      afterSpace = space;
    }
    out.append("'");
  }

  private void writeLiteral(YamlText out, int indent) {
    out.append("|");
    boolean startsBlank = text.charAt(0) == ' ' || ScalarAnalysis.isBreak(text.charAt(0));
    out.append(startsBlank ? "2" : "");
    out.append(chomping());
    out.lineBreak();
    boolean afterBreak = true;
    for (int c : text.codePoints().toArray()) {
      if (c == '\n') {
        out.lineBreak();
      } else if (ScalarAnalysis.isBreak(c)) {
        out.appendLineEnd(c);
      } else {
        if (afterBreak) {
          out.indent(indent);
        }
        out.append(c);
      }
      afterBreak = ScalarAnalysis.isBreak(c);
    }
  }

  private String chomping() {
    int last = text.length() - 1;
    if (!ScalarAnalysis.isBreak(text.charAt(last))) {
      return "-";
    }
    return last == 0 || ScalarAnalysis.isBreak(text.charAt(last - 1)) ? "+" : "";
  }

  /// A YAML scalar in double quotes, where all that cannot be printed is escaped.
  private record DoubleQuoted(String text) {

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
}
