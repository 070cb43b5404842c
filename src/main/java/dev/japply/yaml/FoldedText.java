package dev.japply.yaml;

import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.regex.Pattern;

/// A folded text (`>`) after go-yaml v3 has written it and read it again, as kustomize does. Its
/// emitter writes each line break twice, which reading takes back, except before lines that are
/// indented more: these get an empty line.
final class FoldedText {
  /// The texts that are written in double quotes instead.
  private static final Pattern UNFIT =
      Pattern.compile("^$| \\n| $|[\\p{Cntrl}&&[^\\n\\t]]|[\\u2028\\u2029\\ufeff]");

  private FoldedText() {}

  static String rewritten(String text) {
    if (UNFIT.matcher(text).find()) {
      return text;
    }
    Optional<PositionedValue> read =
        new KyamlDocument("", "text: " + written(text), 1).read(new ScalarStyle());
    return read.map(root -> root.value() instanceof MapValue map ? map.text("text") : text)
        .orElse(text);
  }

  private static String written(String text) {
    var out = new StringBuilder(">");
    out.append(text.matches("(?s)[ \\n].*") ? "2" : "").append(chomping(text)).append('\n');
    boolean doubled = !text.replaceFirst("^\\n+", "").matches("(?s)|[ \\t].*");
    boolean afterBreak = true;
    boolean isIndented = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        out.append(doubled && !afterBreak && !isIndented ? "\n\n" : "\n");
      } else {
        if (afterBreak) {
          out.append("  ");
          isIndented = c == ' ' || c == '\t';
        }
        out.append(c);
      }
      afterBreak = c == '\n';
    }
    return out.toString();
  }

  private static String chomping(String text) {
    if (!text.endsWith("\n")) {
      return "-";
    }
    return text.length() == 1 || text.endsWith("\n\n") ? "+" : "";
  }
}
