package dev.japply.diff;

import java.util.List;

/// Texts that are shown side by side in little room. A long one is cut in the prefix and the suffix
/// that it shares with another one, so that the differences are visible. If these are too long
/// themselves, their middle is cut, which contains neither the first nor the last difference.
public final class Excerpts {
  private static final String CUT = "…";

  /// The part of the room that a shared prefix keeps: one in that many.
  private static final int LEAD = 3;

  private static final Shared NOTHING = new Shared(0, 0);

  private Excerpts() {}

  /// Returns the texts as they are shown.
  ///
  /// @param room the length of the longest text that is shown whole
  public static List<String> of(int room, List<String> texts) {
    return texts.stream().map(text -> cut(text, shared(text, texts), room)).toList();
  }

  public static String of(int room, String text) {
    return text.length() <= room ? text : part(text, 0, room - 1);
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
    if (text.length() <= room || shared.equals(NOTHING)) {
      return of(room, text);
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
    return part(text.substring(0, stop), start, start + kept - tail)
        + part(text, stop - tail, stop).substring(1);
  }

  /// Returns a part of a text, with a mark at each end where something is missing.
  private static String part(String text, int start, int stop) {
    int from = isInside(text, start) ? start + 1 : start;
    int to = isInside(text, stop) ? stop - 1 : stop;
    return (from > 0 ? CUT : "") + text.substring(from, to) + (to < text.length() ? CUT : "");
  }

  /// Whether an index divides a character.
  private static boolean isInside(String text, int at) {
    return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at));
  }
}
