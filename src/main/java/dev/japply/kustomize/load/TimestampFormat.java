package dev.japply.kustomize.load;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.ScalarStyle;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Dates and times as kustomize prints them: in RFC 3339, whatever they were written like.
public final class TimestampFormat {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d+)-(\\d+)-(\\d+)(?:[Tt ](\\d+):(\\d+):(\\d+)(?:[.,](\\d+))?(Z|[-+].*)?)?");

  private TimestampFormat() {}

  /// `value` with all times in it printed.
  public static Value printed(Value value, ScalarStyle spelling) {
    return switch (value) {
      case StringValue(String text) when spelling.isTime(value) -> Value.text(printed(text));
      case ListValue list -> list.map(item -> printed(item, spelling));
      case MapValue map -> map.mapValues(field -> printed(field, spelling));
      default -> value;
    };
  }

  private static String printed(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return text;
    }
    String fraction = form.group(7) == null ? "" : form.group(7).replaceAll("0+$", "");
    String zone = form.group(8) == null ? "Z" : form.group(8);
    return "%s-%s-%sT%s:%s:%s%s%s"
        .formatted(
            form.group(1),
            two(form.group(2)),
            two(form.group(3)),
            two(form.group(4)),
            two(form.group(5)),
            two(form.group(6)),
            fraction.isEmpty() ? "" : "." + fraction,
            zone.matches("[-+]00:00") ? "Z" : zone);
  }

  private static String two(String digits) {
    return String.format(Locale.ROOT, "%02d", digits == null ? 0 : Integer.parseInt(digits));
  }
}
