package dev.japply.diff;

import java.util.List;

/// Texts that are shown side by side in little room: a long one is cut in its common prefix with
/// another one, so that the first difference is visible.
public final class Excerpts {
  private static final String CUT = "…";

  /// The part of the room that stays in front of the first difference: one in that many.
  private static final int LEAD = 3;

  private Excerpts() {}

  /// The texts as they are shown.
  ///
  /// @param room the length of the longest text that is shown whole
  public static List<String> of(int room, List<String> texts) {
    return texts.stream().map(text -> cut(text, common(text, texts), room)).toList();
  }

  /// The beginning of one text.
  public static String of(int room, String text) {
    return cut(text, 0, room);
  }

  /// Returns the length of the longest prefix that `text` shares with a different text.
  private static int common(String text, List<String> texts) {
    return texts.stream()
        .filter(other -> !other.equals(text))
        .mapToInt(other -> common(text, other))
        .max()
        .orElse(0);
  }

  private static int common(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length; i++) {
      if (one.charAt(i) != other.charAt(i)) {
        return i;
      }
    }
    return length;
  }

  /// @param same length of the prefix that may be cut
  private static String cut(String text, int same, int room) {
    if (text.length() <= room) {
      return text;
    }
    int lead = room / LEAD;
    int start = same < room - lead ? 0 : Math.min(same - lead, text.length() - room + CUT.length());
    String tail = start == 0 ? text : CUT + text.substring(whole(text, start));
    return tail.length() <= room ? tail : tail.substring(0, whole(tail, room - 1)) + CUT;
  }

  /// The same place, or the one in front of it where it would divide a character.
  private static int whole(String text, int at) {
    return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
  }
}
