package dev.japply.golang;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times as Go's `time.ParseDuration` reads them: numbers with units, as `1h30m`, or `0`.
public final class Durations {
  private static final Pattern PART = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)([^0-9.]*)");

  private Durations() {}

  /// The time that `value` spells.
  ///
  /// @throws IllegalArgumentException with Go's message
  public static Duration parse(String value) {
    boolean negative = value.startsWith("-");
    String unsigned = negative || value.startsWith("+") ? value.substring(1) : value;
    if (unsigned.equals("0")) {
      return Duration.ZERO;
    }
    Matcher part = PART.matcher(unsigned);
    double nanos = 0;
    int end = 0;
    while (end < unsigned.length() && part.find(end) && part.start() == end) {
      nanos += Double.parseDouble(part.group(1)) * unit(part, value);
      end = part.end();
    }
    if (end == 0 || end < unsigned.length()) {
      throw new IllegalArgumentException("time: invalid duration \"" + value + "\"");
    }
    return Duration.ofNanos((long) (negative ? -nanos : nanos));
  }

  private static double unit(Matcher part, String value) {
    String unit = part.group(2);
    return switch (unit) {
      case "ns" -> 1;
      case "us", "µs", "μs" -> 1e3;
      case "ms" -> 1e6;
      case "s" -> 1e9;
      case "m" -> 60e9;
      case "h" -> 3600e9;
      case "" ->
          throw new IllegalArgumentException("time: missing unit in duration \"" + value + "\"");
      default ->
          throw new IllegalArgumentException(
              "time: unknown unit \"" + unit + "\" in duration \"" + value + "\"");
    };
  }
}
