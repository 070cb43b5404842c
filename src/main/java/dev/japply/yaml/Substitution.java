package dev.japply.yaml;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Substitutes environment variables for `${NAME}` in manifests.
///
/// Before parsing, each `${NAME}` is replaced by a mark without meaning in YAML and JSON. After
/// parsing, marks in scalars are replaced by values. So a value is always part of one scalar,
/// whatever characters it contains: it cannot end a scalar or begin a map, a document or a comment.
/// Marks outside of scalars, such as in the name of an anchor, are not replaced.
///
/// A mark is as long as the text that it replaces, so positions in the text do not change.
public final class Substitution {
  /// Nothing is substituted.
  public static final Substitution NONE = new Substitution(Map.of(), "", "");

  /// The private use area of Unicode, which provides the marks.
  private static final int PRIVATE_FIRST = 0xE000;

  private static final int PRIVATE_LAST = 0xF8FF;

  private final Map<String, Optional<String>> values;
  private final String open;
  private final String close;

  private Substitution(Map<String, Optional<String>> values, String open, String close) {
    this.values = Map.copyOf(values);
    this.open = open;
    this.close = close;
  }

  /// Creates a substitution whose marks are not chosen yet.
  ///
  /// @param values the values of the variables; empty if a variable is not set
  public static Substitution of(Map<String, Optional<String>> values) {
    return new Substitution(values, "", "");
  }

  /// Whether nothing is substituted.
  boolean isEmpty() {
    return values.isEmpty();
  }

  /// Returns the same substitution with marks that `text` does not contain.
  public Substitution in(String text) {
    if (values.isEmpty()) {
      return this;
    }
    int[] free =
        IntStream.rangeClosed(PRIVATE_FIRST, PRIVATE_LAST)
            .filter(c -> text.indexOf(c) < 0)
            .limit(2)
            .toArray();
    return new Substitution(values, Character.toString(free[0]), Character.toString(free[1]));
  }

  /// Returns the text with marks in place of variables.
  public String marked(String text) {
    return replaced(text, "{", "}", this::mark);
  }

  /// Returns a text that is not parsed, with the variables as they were written.
  public String unmarked(String text) {
    return open.isEmpty() ? text : text.replace(open, "{").replace(close, "}");
  }

  /// Returns the text with the values, with their line breaks replaced by blanks.
  public String shown(String text) {
    return replaced(text, "{", "}", name -> value(name).orElse("").replaceAll("[\\r\\n]+", " "));
  }

  /// Returns the text of a scalar, with the values in place of marks.
  ///
  /// @param unset receives the names of variables without value
  String filled(String text, Consumer<String> unset) {
    return replaced(
        text,
        open,
        close,
        name -> {
          Optional<String> value = value(name);
          if (value.isEmpty()) {
            unset.accept(name);
          }
          return value.orElse("${" + name + "}");
        });
  }

  /// Returns the mark for a variable in a text to parse.
  String mark(String name) {
    return "$" + open + name + close;
  }

  private Optional<String> value(String name) {
    return values.getOrDefault(name, Optional.empty());
  }

  private String replaced(
      String text, String before, String after, UnaryOperator<String> replacement) {
    if (values.isEmpty() || text.indexOf('$') < 0) {
      return text;
    }
    String names = values.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return Pattern.compile("\\$" + Pattern.quote(before) + "(" + names + ")" + Pattern.quote(after))
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(replacement.apply(found.group(1))));
  }
}
