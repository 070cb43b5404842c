package dev.japply.release.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An expression of a workflow, as GitHub evaluates it: names of values, texts, `==`, `!=`, `&&`,
/// `||`, `!` and parentheses. A name without a value is an empty text.
final class Expression {
  private static final Pattern TEMPLATE = Pattern.compile("\\$\\{\\{(.*?)}}");
  private static final Pattern TOKEN =
      Pattern.compile("==|!=|&&|\\|\\||[!()]|'(?:[^']|'')*'|[A-Za-z_][\\w.-]*");

  private final String text;
  private final List<String> tokens;
  private final Map<String, String> values;
  private int next;

  private Expression(String text, Map<String, String> values) {
    this.text = text;
    this.values = values;
    this.tokens = tokens(text);
  }

  /// Returns a text in which the value of each `${{ … }}` is in its place.
  static String filled(String text, Map<String, String> values) {
    return TEMPLATE
        .matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                String.valueOf(new Expression(found.group(1), values).value())));
  }

  /// Whether a condition holds, with or without the braces around it.
  static boolean holds(String condition, Map<String, String> values) {
    Matcher braces = TEMPLATE.matcher(condition.strip());
    String text = braces.matches() ? braces.group(1) : condition;
    return isTrue(new Expression(text, values).value());
  }

  private static List<String> tokens(String text) {
    var tokens = new ArrayList<String>();
    Matcher matcher = TOKEN.matcher(text);
    int end = 0;
    while (matcher.find()) {
      if (!text.substring(end, matcher.start()).isBlank()) {
        throw new RehearsalException("the rehearsal has no such expression: " + text);
      }
      tokens.add(matcher.group());
      end = matcher.end();
    }
    if (!text.substring(end).isBlank()) {
      throw new RehearsalException("the rehearsal has no such expression: " + text);
    }
    return tokens;
  }

  private Object value() {
    Object value = either();
    if (next < tokens.size()) {
      throw new RehearsalException("the rehearsal has no such expression: " + text);
    }
    return value;
  }

  private Object either() {
    Object left = both();
    while (takes("||")) {
      Object right = both();
      left = isTrue(left) ? left : right;
    }
    return left;
  }

  private Object both() {
    Object left = compared();
    while (takes("&&")) {
      Object right = compared();
      left = isTrue(left) ? right : left;
    }
    return left;
  }

  private Object compared() {
    Object left = single();
    if (takes("==")) {
      return isEqual(left, single());
    }
    return takes("!=") ? !isEqual(left, single()) : left;
  }

  private static boolean isEqual(Object left, Object right) {
    return String.valueOf(left).equalsIgnoreCase(String.valueOf(right));
  }

  private Object single() {
    if (takes("!")) {
      return !isTrue(single());
    }
    if (takes("(")) {
      Object value = either();
      if (!takes(")")) {
        throw new RehearsalException("a parenthesis is not closed: " + text);
      }
      return value;
    }
    if (next == tokens.size()) {
      throw new RehearsalException("the expression ends too early: " + text);
    }
    String token = tokens.get(next++);
    return token.startsWith("'")
        ? token.substring(1, token.length() - 1).replace("''", "'")
        : values.getOrDefault(token, "");
  }

  private boolean takes(String token) {
    boolean found = next < tokens.size() && tokens.get(next).equals(token);
    next += found ? 1 : 0;
    return found;
  }

  private static boolean isTrue(Object value) {
    return value instanceof Boolean bool ? bool : !String.valueOf(value).isEmpty();
  }
}
