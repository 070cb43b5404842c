package dev.japply.report;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// JSON on one line as people read it: with `<`, `>` and `&` as they are, which Go escapes.
final class ReadableJson {
  private static final int HEXADECIMAL = 16;

  /// A backslash that is escaped itself, or one of the three.
  private static final Pattern ESCAPED = Pattern.compile("\\\\\\\\|\\\\u00(3c|3e|26)");

  private ReadableJson() {}

  static String of(Value value) {
    return ESCAPED.matcher(GoJson.write(value)).replaceAll(ReadableJson::readable);
  }

  private static String readable(MatchResult found) {
    String code = found.group(1);
    return Matcher.quoteReplacement(
        code == null ? found.group() : Character.toString(Integer.parseInt(code, HEXADECIMAL)));
  }
}
