package dev.japply.diff;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// One object as it is and as it would be, in the form of two files of the same name.
///
/// @param before the live object; empty when there is none
public record FilePair(String name, String before, String after) {
  /// The directories that the files are said to lie in.
  private static final String LIVE = "LIVE/";

  private static final String MERGED = "MERGED/";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS xx", Locale.ROOT);

  /// Whether there is nothing to tell.
  public boolean same() {
    return before.equals(after);
  }

  /// What `diff -u -N` prints of the two files; empty when they are the same.
  ///
  /// @param time when they were written
  String unified(ZonedDateTime time) {
    return unified("", UnifiedDiff.USUAL_CONTEXT, time);
  }

  /// The same with other lines around it.
  ///
  /// @param heading the first line, in place of the one by which diff names its arguments; empty
  ///   for that one
  /// @param context how many equal lines are shown before and after a change
  public String unified(String heading, int context, ZonedDateTime time) {
    if (same()) {
      return "";
    }
    String live = FileNames.quoted(LIVE + name);
    String merged = FileNames.quoted(MERGED + name);
    String stamp = "\t" + TIME.format(time) + "\n";
    String command = "diff -u -N " + live + " " + merged;
    return (heading.isEmpty() ? command : heading)
        + "\n"
        + ("--- " + live + stamp)
        + ("+++ " + merged + stamp)
        + UnifiedDiff.hunks(before, after, context);
  }
}
