package dev.japply.golang;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Numbers in templates, alone and in brackets.
final class Constants {
  private static final Pattern SLICE =
      Pattern.compile("(-?[0-9]*)(?::(-?[0-9]*))?(?::(-?[0-9]*))?");
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern FLOAT = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)");

  private Constants() {}

  static GoValue number(String text) {
    if (INTEGER.matcher(text).matches()) {
      try {
        return GoValue.integer(Long.parseLong(text));
      } catch (NumberFormatException e) {
        return number(text, text + ".");
      }
    }
    return number(text, text);
  }

  private static GoValue number(String text, String decimal) {
    double value = FLOAT.matcher(decimal).matches() ? Double.parseDouble(decimal) : Double.NaN;
    if (!Double.isFinite(value)) {
      throw new JsonPathException("cannot parse number " + ByteText.decode(text));
    }
    return new GoValue.Float64(value);
  }

  /// Parses brackets that contain no key: `0`, `-1`, `1:3`, `::2`.
  static JsonPathNode slice(String text) {
    Matcher parts = SLICE.matcher(text);
    if (!parts.matches()) {
      throw new JsonPathException("invalid array index " + ByteText.decode(text));
    }
    Integer from = part(parts.group(1));
    int first = from == null ? 0 : from;
    boolean single = parts.group(2) == null;
    Integer to = single ? Integer.valueOf(first + 1) : part(parts.group(2));
    Integer step = part(parts.group(3));
    return new JsonPathNode.Slice(first, to, single, step == null ? 1 : step);
  }

  private static @Nullable Integer part(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return (int) Math.clamp(Long.parseLong(text), -LIMIT, LIMIT);
    } catch (NumberFormatException e) {
      throw new JsonPathException("array index " + text + " is not a number");
    }
  }

  /// No list is longer.
  private static final long LIMIT = 1L << 30;
}
