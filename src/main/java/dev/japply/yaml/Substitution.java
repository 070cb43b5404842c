package dev.japply.yaml;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Variables of the environment for which `${NAME}` stands in manifests.
///
/// Before a text is parsed, each `${NAME}` becomes a mark that means nothing in YAML and JSON;
/// marks in scalars become values afterwards. So a value is part of the one scalar in which its
/// variable stands, whatever characters it has: it ends no scalar, begins no map, no document and
/// no comment. Only scalars have values; a mark elsewhere, as in the name of an anchor, stays.
///
/// A mark has as many characters as what it stands for, so places in the text stay the same.
public final class Substitution {
  /// Nothing is substituted.
  public static final Substitution NONE = new Substitution(Map.of(), "", "");

  /// The characters that have no meaning but to those who agree on one, as marks do.
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

  /// A substitution for texts whose marks are not chosen yet.
  ///
  /// @param values the values of the variables; empty for one that is not set
  public static Substitution of(Map<String, Optional<String>> values) {
    return new Substitution(values, "", "");
  }

  /// The same with marks that `text` does not have itself.
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

  /// The text with marks in place of variables.
  public String marked(String text) {
    return replaced(text, "{", "}", this::mark);
  }

  /// A text of which nothing is parsed, with the variables as they were written.
  public String unmarked(String text) {
    return open.isEmpty() ? text : text.replace(open, "{").replace(close, "}");
  }

  /// The text with the values, of which each stays on its line.
  public String shown(String text) {
    return replaced(text, "{", "}", name -> value(name).orElse("").replaceAll("[\\r\\n]+", " "));
  }

  /// The text of a scalar, with the values in place of marks.
  ///
  /// @param unset takes the names of variables that have none
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

  /// What stands for a variable in a text that is parsed.
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
