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

  /// The boolean that `ParseBool` reads; `flag` is for the message.
  public static boolean bool(String flag, String value) {
    if (!isBool(value)) {
      throw new UsageException(
          ("invalid argument \"%s\" for \"%s\" flag: strconv.ParseBool: parsing \"%s\": invalid "
                  + "syntax")
              .formatted(value, flag, value));
    }
    return TRUE.contains(value);
  }

  /// The small integer that `ParseInt` reads; `flag` is for the message.
  public static int level(String flag, String value) {
    if (!LEVEL.matcher(value).matches()) {
      String what = value.matches("[+-]?\\d+") ? "value out of range" : "invalid syntax";
      throw new UsageException(
          "invalid argument \"%s\" for \"%s\" flag: strconv.ParseInt: parsing \"%s\": %s"
              .formatted(value, flag, value, what));
    }
    return Integer.parseInt(value);
  }

  /// The time that `value` spells, in Go's form or in whole seconds.
  public static Duration duration(String flag, String value) {
    if (SECONDS.matcher(value).matches()) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    if (!GoDuration.parses(value) || value.startsWith("-") || value.startsWith("+")) {
      throw new UsageException(
          ("--%s: Invalid timeout value \"%s\"; must be a time with a unit, as 1s, 2m or 3h,"
                  + " or 0 for no timeout")
              .formatted(flag, value));
    }
    return Durations.parse(value);
  }

  /// The items of a comma-separated value, as pflag's StringSlice splits it: an item that holds a
  /// comma stands in double quotes.
  public static List<String> list(String flag, String value) {
    var items = new ArrayList<String>();
    int at = 0;
    while (at <= value.length() && !value.isEmpty()) {
      int end = value.startsWith("\"", at) ? closing(flag, value, at) + 1 : comma(value, at);
      items.add(item(flag, value, at, end));
      if (end < value.length() && value.charAt(end) != ',') {
        throw badList(flag, value);
      }
      at = end + 1;
    }
    return items;
  }

  private static String item(String flag, String value, int start, int end) {
    String item = value.substring(start, end);
    if (item.startsWith("\"")) {
      return item.substring(1, item.length() - 1).replace("\"\"", "\"");
    }
    if (item.indexOf('"') >= 0) {
      throw badList(flag, value);
    }
    return item;
  }

  private static int comma(String value, int from) {
    int comma = value.indexOf(',', from);
    return comma < 0 ? value.length() : comma;
  }

  /// The quote that ends the item which starts at `start`; two in a row stand for one in the item.
  private static int closing(String flag, String value, int start) {
    int at = value.indexOf('"', start + 1);
    while (at >= 0 && value.startsWith("\"\"", at)) {
      at = value.indexOf('"', at + 2);
    }
    if (at < 0) {
      throw badList(flag, value);
    }
    return at;
  }

  private static UsageException badList(String flag, String value) {
    return new UsageException(
        "invalid argument \"%s\" for \"%s\" flag: bare or missing \" in a list"
            .formatted(value.replace("\"", "\\\""), flag));
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
