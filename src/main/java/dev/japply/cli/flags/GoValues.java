package dev.japply.cli.flags;

import dev.japply.golang.Durations;
import dev.japply.object.LabelSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Parses flag values as Go's libraries do. Errors have their messages, and the right form.
public final class GoValues {
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");
  private static final String LEVEL = "[+-]?\\d{1,9}";
  private static final String SECONDS = "\\d{1,9}";

  private GoValues() {}

  /// Whether Go's `ParseBool` accepts the text.
  public static boolean isBool(String value) {
    return TRUE.contains(value) || FALSE.contains(value);
  }

  /// Parses a boolean as Go's `ParseBool` does.
  public static boolean bool(String value) {
    if (!isBool(value)) {
      throw new IllegalArgumentException(
          "strconv.ParseBool: parsing \"%s\": invalid syntax; write true or false"
              .formatted(value));
    }
    return TRUE.contains(value);
  }

  /// Parses a small integer as Go's `ParseInt` does.
  static int number(String value) {
    if (!value.matches(LEVEL)) {
      String what =
          value.matches("[+-]?\\d+")
              ? "value out of range"
              : "invalid syntax; write a whole number";
      throw new IllegalArgumentException(
          "strconv.ParseInt: parsing \"%s\": %s".formatted(value, what));
    }
    return Integer.parseInt(value);
  }

  /// Parses a duration as Go's `ParseDuration` does.
  public static Duration time(String value) {
    try {
      return Durations.parse(value);
    } catch (IllegalArgumentException e) {
      String hint = value.matches(SECONDS) ? value + "s" : "a number with a unit, as 5s, 2m or 1h";
      throw new IllegalArgumentException(e.getMessage() + "; write " + hint, e);
    }
  }

  /// Whether Go's `ParseDuration` accepts the text.
  static boolean isTime(String value) {
    try {
      Durations.parse(value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// Parses a duration in Go's format or in whole seconds.
  public static Duration duration(String flag, String value) {
    if (value.equals("0")) {
      return Duration.ZERO; // the usual one, without a regular expression
    }
    if (value.matches(SECONDS)) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    if (!isTime(value) || value.startsWith("-") || value.startsWith("+")) {
      throw new UsageException(
          ("--%s: Invalid timeout value \"%s\"; must be a time with a unit, as 1s, 2m or 3h,"
                  + " or 0 for no timeout")
              .formatted(flag, value));
    }
    return Durations.parse(value);
  }

  /// Splits a comma-separated value as pflag's StringSlice does. Items with a comma must be in
  /// double quotes.
  public static List<String> list(String value) {
    var items = new ArrayList<String>();
    int at = 0;
    while (at <= value.length() && !value.isEmpty()) {
      int end = value.startsWith("\"", at) ? closing(value, at) + 1 : comma(value, at);
      items.add(item(value, at, end));
      if (end < value.length() && value.charAt(end) != ',') {
        throw badList();
      }
      at = end + 1;
    }
    return items;
  }

  private static String item(String value, int start, int end) {
    String item = value.substring(start, end);
    if (item.startsWith("\"")) {
      return item.substring(1, item.length() - 1).replace("\"\"", "\"");
    }
    if (item.indexOf('"') >= 0) {
      throw badList();
    }
    return item;
  }

  private static int comma(String value, int from) {
    int comma = value.indexOf(',', from);
    return comma < 0 ? value.length() : comma;
  }

  /// Returns the index of the quote that ends the item at `start`. Two quotes in a row are one
  /// quote in the item.
  private static int closing(String value, int start) {
    int at = value.indexOf('"', start + 1);
    while (at >= 0 && value.startsWith("\"\"", at)) {
      at = value.indexOf('"', at + 2);
    }
    if (at < 0) {
      throw badList();
    }
    return at;
  }

  private static IllegalArgumentException badList() {
    return new IllegalArgumentException("bare or missing \" in a list");
  }

  /// Parses a label selector.
  public static LabelSelector selector(String value) {
    try {
      return LabelSelector.parse(value);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
