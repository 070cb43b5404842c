package dev.japply.object;

import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One condition on one label.
public record LabelRequirement(String key, Operator operator, Set<String> values) {
  /// Texts that may be compared as numbers.
  static final Pattern INTEGER = Pattern.compile("[-+]?\\d{1,18}");

  public LabelRequirement {
    values = Set.copyOf(values);
  }

  /// Condition of a requirement on its label.
  public enum Operator {
    EXISTS,
    MISSING,
    IN,
    NOT_IN,
    GREATER,
    LESS
  }

  /// The requirement as the API takes it.
  String text() {
    String sorted = values.stream().sorted().collect(Collectors.joining(","));
    return switch (operator) {
      case EXISTS -> key;
      case MISSING -> "!" + key;
      case IN -> key + " in (" + sorted + ")";
      case NOT_IN -> key + " notin (" + sorted + ")";
      case GREATER -> key + ">" + sorted;
      case LESS -> key + "<" + sorted;
    };
  }

  /// Whether it holds for an object of these labels.
  boolean holds(Map<String, String> labels) {
    @Nullable String value = labels.get(key);
    return switch (operator) {
      case EXISTS -> value != null;
      case MISSING -> value == null;
      case IN -> value != null && values.contains(value);
      case NOT_IN -> value == null || !values.contains(value);
      case GREATER -> compare(value) > 0;
      case LESS -> compare(value) < 0;
    };
  }

  /// 0, which is neither greater nor less, when the label is no number.
  private int compare(@Nullable String value) {
    return value != null && INTEGER.matcher(value).matches()
        ? new BigInteger(value).compareTo(new BigInteger(values.iterator().next()))
        : 0;
  }
}
