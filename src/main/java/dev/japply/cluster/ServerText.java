package dev.japply.cluster;

import dev.japply.diff.Excerpts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Formats server messages on one line, without the data structures in them.
final class ServerText {
  /// The maximum length of a value; longer values are left out, as they are in the manifest.
  private static final int LONGEST_VALUE = 80;

  /// The maximum length of a message.
  private static final int LONGEST = 2000;

  private static final int RULES_SHOWN = 3;

  /// Matches the diff of data structures that servers append: unified since 1.33, before that in
  /// Go's form, with occasional no-break spaces.
  private static final Pattern DIFF =
      Pattern.compile("\\n(?:@@ |[ \u00a0]{2}[&(*]*[\\w.]+[){])[\\s\\S]*");

  private static final Pattern LINE_END = Pattern.compile("\\s*\\n\\s*");
  private static final Pattern VALUE = Pattern.compile("^(Invalid value|Duplicate value): ");
  private static final Pattern RULE =
      Pattern.compile(
          "\\n\\{(?:APIGroups:\\[([^]]*)], )?(?:Resources:\\[([^]]*)], )?"
              + "(?:ResourceNames:\\[([^]]*)], )?(?:NonResourceURLs:\\[([^]]*)], )?"
              + "Verbs:\\[([^]]*)]}");

  private ServerText() {}

  /// The parts of a message about a field.
  ///
  /// @param kind `Invalid value`; empty if the message contains no value
  /// @param value the value as the server writes it
  /// @param words the rest of the message
  record Detail(String kind, String value, String words) {
    @Override
    public String toString() {
      String shown = value.length() <= LONGEST_VALUE ? value : "…";
      return Stream.of(kind, shown, words)
          .reduce("", (a, b) -> b.isEmpty() ? a : a.isEmpty() ? b : a + ": " + b);
    }
  }

  /// Splits `detail`, the message of a cause.
  static Detail detail(String detail) {
    String text = DIFF.matcher(detail).replaceFirst("").strip();
    var value = VALUE.matcher(text);
    if (!value.find()) {
      return new Detail("", "", oneLine(text));
    }
    int end = endOfValue(text, value.end());
    String words = text.startsWith(": ", end) ? text.substring(end + 2) : "";
    return new Detail(value.group(1), text.substring(value.end(), end), oneLine(words));
  }

  /// Returns the end of the value that starts at `start`: the first `: ` outside of strings and
  /// brackets, in JSON's or Go's form.
  private static int endOfValue(String text, int start) {
    int depth = 0;
    boolean quoted = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        i += c == '\\' ? 1 : 0;
        quoted = c != '"';
      } else if (c == '"') {
        quoted = true;
      } else if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      } else if (depth == 0 && text.startsWith(": ", i)) {
        return i;
      }
    }
    return text.length();
  }

  static String oneLine(String message) {
    return LINE_END.matcher(withoutRules(message).strip()).replaceAll(" ");
  }

  /// Truncates a long message. Secret values must be removed before: a truncated one would not be
  /// found.
  static String cut(String text) {
    return Excerpts.of(LONGEST, text);
  }

  /// Replaces lists of RBAC rules, which are Go structs, by readable text.
  private static String withoutRules(String message) {
    List<String> rules = new ArrayList<>();
    String rest =
        RULE.matcher(message)
            .replaceAll(rule -> {
              rules.add(rule(rule));
              return "";
            });
    if (rules.isEmpty()) {
      return message;
    }
    int more = rules.size() - RULES_SHOWN;
    String shown = String.join("; ", rules.subList(0, Math.min(rules.size(), RULES_SHOWN)));
    return rest + " " + shown + (more > 0 ? "; and " + more + " more" : "");
  }

  private static String rule(java.util.regex.MatchResult rule) {
    String group = words(rule, 1);
    String resources = words(rule, 2) + (group.isEmpty() ? "" : "." + group);
    String names = words(rule, 3);
    String target = rule.group(4) == null ? resources : words(rule, 4);
    return words(rule, 5) + " " + target + (names.isEmpty() ? "" : " " + names);
  }

  private static String words(java.util.regex.MatchResult rule, int group) {
    return Optional.ofNullable(rule.group(group))
        .orElse("")
        .replace("\" \"", ",")
        .replace("\"", "");
  }
}
