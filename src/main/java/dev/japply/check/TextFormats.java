package dev.japply.check;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Pattern;

/// The formats of texts in the schemas of custom resources. A text that the server might take fits:
/// its own rules differ in details.
final class TextFormats {
  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.%]*:[0-9A-Fa-f:.%\\w]*");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
  private static final Pattern TIME =
      Pattern.compile("(?s)\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d?:\\d\\d.*");
  private static final Pattern DURATION =
      Pattern.compile("[+-]?(?:0|(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:ns|us|µs|μs|ms|s|m|h))+)");

  /// A part of a duration, which may be anywhere in a text.
  private static final Pattern DURATION_PART =
      Pattern.compile(
          "\\d+\\s*(?:ns|us|µs|ms|[smhdw]|hr|wk|(?:nano|micro|milli|sec|min|hour|day|week)[A-Za-zµ]*)(?![A-Za-zµ])",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern EMAIL = Pattern.compile("(?s).+@.+");
  private static final Pattern HOST = Pattern.compile("(?U)[\\w\\p{S}.-]{1,255}");
  private static final Pattern URI = Pattern.compile("(?s)/.*|[A-Za-z][A-Za-z0-9+.-]*:.*");

  /// The length of a date.
  private static final int DAY = 10;

  private TextFormats() {}

  /// Whether a text may have a format. All texts have a format that is unknown.
  static boolean fits(String format, String text) {
    return switch (format) {
      case "uuid" -> UUID.matcher(text).matches();
      case "ipv4" ->
          IPV4.matcher(text).matches() || (text.contains(".") && IPV6.matcher(text).matches());
      case "ipv6" -> IPV6.matcher(text).matches();
      case "date" -> isDate(text);
      case "date-time", "datetime" ->
          TIME.matcher(text).matches() && isDate(text.substring(0, DAY));
      case "duration" -> DURATION.matcher(text).matches() || DURATION_PART.matcher(text).find();
      case "email" -> EMAIL.matcher(text).matches();
      case "hostname" -> HOST.matcher(text).matches();
      case "uri" -> URI.matcher(text).matches();
      case "byte" -> !text.isEmpty() && TextForms.isBase64(text);
      default -> true;
    };
  }

  private static boolean isDate(String text) {
    if (!DATE.matcher(text).matches()) {
      return false;
    }
    try {
      LocalDate.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
