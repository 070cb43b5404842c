package dev.japply.diff;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// One object as it is and as it would be, in the form of two files of the same name.
///
/// @param before the live object; empty when there is none
public record FilePair(String name, String before, String after) {
  /// The directories of the files in headings.
  private static final String LIVE = "LIVE/";

  private static final String MERGED = "MERGED/";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS xx", Locale.ROOT);

  /// Whether there is nothing to print.
  public boolean same() {
    return before.equals(after);
  }

  /// Returns the output of `diff -u -N` for the two files; empty if they are the same.
  ///
  /// @param time modification time of both files
  String unified(ZonedDateTime time) {
    return unified("", UnifiedDiff.USUAL_CONTEXT, stamp(time));
  }

  /// Returns a modification time as headings show it.
  public static String stamp(ZonedDateTime time) {
    return TIME.format(time);
  }

  /// Returns the output of `git diff` for the two files; empty if they are the same.
  ///
  /// @param heading the first line
  /// @param directory the directory of both files
  /// @param context number of equal lines before and after a change
  public String between(String heading, String directory, int context) {
    if (same()) {
      return "";
    }
    String path = (directory.equals(".") ? "" : directory + "/") + name;
    return heading
        + "\n"
        + ("--- " + FileNames.quoted("a/" + path) + "\n")
        + ("+++ " + FileNames.quoted("b/" + path) + "\n")
        + UnifiedDiff.hunks(before, after, context);
  }

  /// The same with other lines around it.
  ///
  /// @param heading the first line, instead of diff's line with its arguments; empty for diff's
  ///   line
  /// @param context number of equal lines before and after a change
  /// @param stamp modification time of both files, as [#stamp] makes it
  public String unified(String heading, int context, String stamp) {
    if (same()) {
      return "";
    }
    String live = FileNames.quoted(LIVE + name);
    String merged = FileNames.quoted(MERGED + name);
    String command = "diff -u -N " + live + " " + merged;
    return (heading.isEmpty() ? command : heading)
        + "\n"
        + ("--- " + live + "\t" + stamp + "\n")
        + ("+++ " + merged + "\t" + stamp + "\n")
        + UnifiedDiff.hunks(before, after, context);
  }
}
