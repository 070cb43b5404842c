package dev.japply.diff;

import java.util.List;

/// Texts that are shown in little room. A long one is cut in the prefix and the suffix that it
/// shares with the other one, so that the differences are visible. If these are too long
/// themselves, their middle is cut, which contains neither the first nor the last difference. A
/// text in quotes that is cut has both quotes.
public final class Excerpts {
  private static final String CUT = "…";
  private static final char QUOTE = '"';

  /// The number of quotes that are added to a text whose quotes are cut off.
  private static final int QUOTES = 2;

  /// The part of the room that a shared prefix keeps: one in that many.
  private static final int LEAD = 3;

  private static final Shared NOTHING = new Shared(0, 0);

  private Excerpts() {}

  /// Returns the texts as they are shown.
  ///
  /// @param room the length of the longest text that is shown whole
  public static List<String> of(int room, List<String> texts) {
    return texts.stream().map(text -> fitted(text, shared(text, texts), room)).toList();
  }

  /// Returns the beginning of a text, or all of it if it fits.
  public static String of(int room, String text) {
    return fitted(text, NOTHING, room);
  }

  private static String fitted(String text, Shared shared, int room) {
    String whole = cut(text, shared, room);
    return whole.length() <= room ? whole : cut(text, shared, room - QUOTES);
  }

  /// The lengths of the prefix and the suffix that a text shares with another one.
  private record Shared(int prefix, int suffix) {}

  /// Returns the prefix and the suffix that `text` shares with the different text that is closest
  /// to it.
  private static Shared shared(String text, List<String> texts) {
    Shared closest = NOTHING;
    for (String other : texts) {
      if (!other.equals(text)) {
        Shared shared = shared(text, other);
        if (shared.prefix() + shared.suffix() > closest.prefix() + closest.suffix()) {
          closest = shared;
        }
      }
    }
    return closest;
  }

  private static Shared shared(String one, String other) {
    int length = Math.min(one.length(), other.length());
    int prefix = 0;
    while (prefix < length && one.charAt(prefix) == other.charAt(prefix)) {
      prefix++;
    }
    int suffix = 0;
    while (suffix < length - prefix
        && one.charAt(one.length() - 1 - suffix) == other.charAt(other.length() - 1 - suffix)) {
      suffix++;
    }
    return new Shared(prefix, suffix);
  }

  private static String cut(String text, Shared shared, int room) {
    if (text.length() <= room) {
      return text;
    }
    if (shared.equals(NOTHING)) {
      return part(text, 0, room - 1);
    }
    int first = shared.prefix();
    int end = text.length() - shared.suffix();
    int marks = (first > 0 ? 1 : 0) + (end < text.length() ? 1 : 0);
    if (end - first + marks > room) {
      return cutInside(text, first, end, room);
    }
    int lead = Math.min(Math.min(first, room / LEAD), room - marks - (end - first));
    int start = first - lead;
    int stop = start + room - (start > 0 ? 1 : 0);
    return stop >= text.length()
        ? part(text, text.length() - room + 1, text.length())
        : part(text, start, stop - 1);
  }

  /// Cuts a text in the middle of its difference, which is too long for the room.
  private static String cutInside(String text, int first, int end, int room) {
    int start = first - Math.min(first, room / LEAD / 2);
    int stop = end + Math.min(text.length() - end, room / LEAD / 2);
    int kept = room - 1 - (start > 0 ? 1 : 0) - (stop < text.length() ? 1 : 0);
    int tail = kept / 2;
    int left = before(text, start + kept - tail);
    int right = after(text, stop - tail);
    int from = after(text, start);
    int to = before(text, stop);
    return (from > 0 ? mark(false, isQuoted(text, from)) : "")
        + text.substring(from, left)
        + mark(isQuoted(text, left), isQuoted(text, right))
        + text.substring(right, to)
        + (to < text.length() ? mark(isQuoted(text, to), false) : "");
  }

  /// Returns a part of a text, with a mark at each end where something is missing.
  private static String part(String text, int start, int stop) {
    int from = after(text, start);
    int to = before(text, stop);
    return (from > 0 ? mark(false, isQuoted(text, from)) : "")
        + text.substring(from, to)
        + (to < text.length() ? mark(isQuoted(text, to), false) : "");
  }

  /// Returns the mark for a missing part, with the quote that is missing with it.
  ///
  /// @param before whether the text before it is in quotes
  /// @param after whether the text after it is in quotes
  private static String mark(boolean before, boolean after) {
    return before == after ? CUT : before ? CUT + QUOTE : QUOTE + CUT;
  }

  /// Whether the character at an index is in quotes that begin before it, or ends them.
  private static boolean isQuoted(String text, int at) {
    boolean quoted = false;
    for (int i = 0; i < at; i++) {
      if (text.charAt(i) == QUOTE) {
        quoted = !quoted;
      } else if (quoted && text.charAt(i) == '\\') {
        i++;
      }
    }
    return quoted;
  }

  private static int after(String text, int at) {
    return isInside(text, at) ? at + 1 : at;
  }

  private static int before(String text, int at) {
    return isInside(text, at) ? at - 1 : at;
  }

  /// Whether an index divides a character, or one that is escaped in quotes.
  private static boolean isInside(String text, int at) {
    if (at <= 0 || at >= text.length()) {
      return false;
    }
    int escapes = 0;
    while (escapes < at && text.charAt(at - 1 - escapes) == '\\') {
      escapes++;
    }
    return Character.isLowSurrogate(text.charAt(at))
        || (escapes % 2 == 1 && isQuoted(text, at - escapes));
  }
}
