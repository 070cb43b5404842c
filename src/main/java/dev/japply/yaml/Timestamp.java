package dev.japply.yaml;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The dates and times that the tag `!!timestamp` takes.
final class Timestamp {
  private static final String DATE = "([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})";
  private static final String TIME = "([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?";
  private static final Pattern FORM =
      Pattern.compile(DATE + "(?:(?:[Tt]| )" + TIME + "(Z|[-+].*)?)?");
  private static final Pattern ZONE = Pattern.compile("Z|[-+]([01][0-9]|2[0-4]):[0-5][0-9]");

  private Timestamp() {}

  static boolean matches(String text) {
    if (!ScalarAnalysis.mayBeTime(text)) {
      return false;
    }
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return false;
    }
    try {
      LocalDate.of(number(form, 1), number(form, 2), number(form, 3));
      if (form.group(4) == null) {
        return true;
      }
      LocalTime.of(number(form, 4), number(form, 5), number(form, 6));
    } catch (DateTimeException e) {
      return false;
    }
    boolean zoned = Character.toLowerCase(text.charAt(form.end(3))) == 't';
    String zone = form.group(7);
    return zoned ? zone != null && ZONE.matcher(zone).matches() : zone == null;
  }

  private static int number(Matcher form, int group) {
    return Integer.parseInt(form.group(group));
  }
}
