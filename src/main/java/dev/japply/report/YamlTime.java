package dev.japply.report;

import dev.japply.yaml.ScalarAnalysis;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The forms of dates and times that go-yaml v2 reads as a timestamp.
final class YamlTime {
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4})-(\\d{1,2})-(\\d{1,2})"
              + "(?:(?:[Tt](\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:[.,]\\d+)?(?:Z|[-+]\\d\\d:\\d\\d))"
              + "|(?: (\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:[.,]\\d+)?))?");

  private YamlTime() {}

  static boolean matches(String text) {
    if (!ScalarAnalysis.mayBeTime(text)) {
      return false;
    }
    Matcher match = TIME.matcher(text);
    return match.matches() && isDate(match) && isTime(match, 4) && isTime(match, 7);
  }

  private static boolean isDate(Matcher match) {
    try {
      LocalDate.of(number(match, 1), number(match, 2), number(match, 3));
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isTime(Matcher match, int group) {
    if (match.group(group) == null) {
      return true;
    }
    try {
      LocalTime.of(number(match, group), number(match, group + 1), number(match, group + 2));
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static int number(Matcher match, int group) {
    return Integer.parseInt(match.group(group));
  }
}
