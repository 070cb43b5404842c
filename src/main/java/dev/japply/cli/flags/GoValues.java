package dev.japply.cli.flags;

import dev.japply.golang.Durations;
import dev.japply.object.LabelSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Values of flags as Go's libraries read them, with their messages.
public final class GoValues {
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");
  private static final Pattern LEVEL = Pattern.compile("[+-]?\\d{1,9}");
  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

  private GoValues() {}

  /// Whether Go's `ParseBool` takes the text.
  public static boolean isBool(String value) {
    return TRUE.contains(value) || FALSE.contains(value);
  }

  /// The boolean that Go's `ParseBool` reads.
  static boolean bool(String value) {
    if (!isBool(value)) {
      throw new IllegalArgumentException(
          "strconv.ParseBool: parsing \"%s\": invalid syntax".formatted(value));
    }
    return TRUE.contains(value);
  }

  /// The small integer that Go's `ParseInt` reads.
  static int number(String value) {
    if (!LEVEL.matcher(value).matches()) {
      String what = value.matches("[+-]?\\d+") ? "value out of range" : "invalid syntax";
      throw new IllegalArgumentException(
          "strconv.ParseInt: parsing \"%s\": %s".formatted(value, what));
    }
    return Integer.parseInt(value);
  }

  /// The time that Go's `ParseDuration` reads.
  public static Duration time(String value) {
    return Durations.parse(value);
  }

  /// Whether Go's `ParseDuration` reads the text.
  static boolean isTime(String value) {
    try {
      Durations.parse(value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// The time that `value` spells, in Go's form or in whole seconds.
  public static Duration duration(String flag, String value) {
    if (SECONDS.matcher(value).matches()) {
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

  /// The items of a comma-separated value, as pflag's StringSlice splits it: an item that holds a
  /// comma stands in double quotes.
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

  /// The quote that ends the item which starts at `start`; two in a row stand for one in the item.
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

  /// The labels that `value` asks for.
  public static LabelSelector selector(String value) {
    try {
      return LabelSelector.parse(value);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
