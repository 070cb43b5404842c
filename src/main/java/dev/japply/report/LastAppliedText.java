package dev.japply.report;

import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;

/// The text of last-applied annotations for people to read, as kubectl prints it.
public final class LastAppliedText {
  private static final String STEP = "  ";

  private LastAppliedText() {}

  /// Returns the annotation as YAML; a string if the annotation is not JSON.
  public static String yaml(String annotation) {
    if (annotation.isEmpty()) {
      return GoYaml.write(Value.NULL);
    }
    try {
      return GoYaml.write(Json.parse(annotation));
    } catch (JsonSyntaxException e) {
      return GoYaml.write(Value.text(annotation));
    }
  }

  /// Returns the annotation, which is JSON, over several lines. Retains the order of its keys and
  /// the text after it, usually a line break.
  public static String json(String annotation) {
    var out = new StringBuilder();
    String line = "\n";
    int at = 0;
    while (at < annotation.length()) {
      char c = annotation.charAt(at);
      int end = at + 1;
      switch (c) {
        case '"' -> {
          end = endOfString(annotation, at);
          out.append(annotation, at, end);
        }
        case '{', '[' -> {
          int close = skipSpace(annotation, end);
          char next = close < annotation.length() ? annotation.charAt(close) : ' ';
          boolean empty = next == '}' || next == ']';
          line = empty ? line : line + STEP;
          out.append(c).append(empty ? String.valueOf(next) : line);
          end = empty ? close + 1 : end;
        }
        case '}', ']' -> {
          line = line.substring(0, line.length() - STEP.length());
          out.append(line).append(c);
        }
        case ',' -> out.append(c).append(line);
        case ':' -> out.append(c).append(' ');
        case ' ', '\t', '\r', '\n' -> out.append(line.length() == 1 && at > 0 ? c + "" : "");
        default -> out.append(c);
      }
      at = end;
    }
    return out.toString();
  }

  private static int endOfString(String text, int start) {
    int at = start + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at + 1, text.length());
  }

  private static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }
}
