package dev.japply.diff;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/// One object as it is and as it would be, in the form of two files of the same name.
///
/// @param former the name of the live object; another one than `name` if the object is moved
/// @param before the live object; empty when there is none
public record FilePair(String name, String former, String before, String after) {
  /// Creates the pair of an object that is not moved.
  public FilePair(String name, String before, String after) {
    this(name, name, before, after);
  }

  /// The directories of the files in headings.
  private static final String LIVE = "LIVE/";

  private static final String MERGED = "MERGED/";

  /// Whether there is nothing to print.
  public boolean same() {
    return before.equals(after);
  }

  /// Returns the output of `diff -u -N` for the two files; empty if they are the same.
  ///
  /// @param time modification time of both files
  String unified(Instant time) {
    return unified("", UnifiedDiff.USUAL_CONTEXT, stamp(time));
  }

  /// Returns a modification time as headings show it: in UTC, which needs no rules of time zones.
  public static String stamp(Instant time) {
    LocalDateTime utc =
        LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
    return utc.toLocalDate()
        + (" " + padded(utc.getHour(), 2))
        + (":" + padded(utc.getMinute(), 2))
        + (":" + padded(utc.getSecond(), 2))
        + ("." + padded(utc.getNano(), 9) + " +0000");
  }

  private static String padded(int number, int width) {
    return "0".repeat(width - String.valueOf(number).length()) + number;
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
    String live = FileNames.quoted(LIVE + former);
    String merged = FileNames.quoted(MERGED + name);
    String command = "diff -u -N " + live + " " + merged;
    return (heading.isEmpty() ? command : heading)
        + "\n"
        + ("--- " + live + "\t" + stamp + "\n")
        + ("+++ " + merged + "\t" + stamp + "\n")
        + UnifiedDiff.hunks(before, after, context);
  }

  /// The names of the files that kubectl compares, and how GNU diff writes names.
  public static final class FileNames {
    private static final int PRINTABLE_FROM = 0x21;
    private static final int PRINTABLE_TO = 0x7e;

    private static final Pattern UNWANTED = Pattern.compile("[/\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private FileNames() {}

    /// `[group.]version.Kind.namespace.name`, the namespace empty for an object of the whole
    /// cluster. Characters that would lead elsewhere, or that a diff program would pass on to the
    /// terminal, are replaced: no server takes such names.
    public static String of(KubeObject object) {
      Gvk gvk = object.gvk();
      String group = gvk.group().isEmpty() ? "" : gvk.group() + ".";
      String rest = String.join(".", gvk.version(), gvk.kind(), object.namespace(), object.name());
      String name = group + rest;
      return isPlain(name) ? name : UNWANTED.matcher(name).replaceAll("_");
    }

    /// Returns whether a name certainly has no unwanted characters, as most names.
    private static boolean isPlain(String name) {
      for (int i = 0; i < name.length(); i++) {
        char c = name.charAt(i);
        if (c < PRINTABLE_FROM || c > PRINTABLE_TO || c == '/') {
          return false;
        }
      }
      return true;
    }

    /// `name` as it is, or in quotes as C writes strings when it holds anything but plain
    /// characters.
    static String quoted(String name) {
      var text = new StringBuilder();
      boolean plain = true;
      for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
        plain &= b >= PRINTABLE_FROM && b <= PRINTABLE_TO && b != '"' && b != '\\';
        text.append(escaped(b & 0xff));
      }
      return plain ? name : "\"" + text + "\"";
    }

    private static String escaped(int b) {
      return switch (b) {
        case '"' -> "\\\"";
        case '\\' -> "\\\\";
        case '\t' -> "\\t";
        case '\n' -> "\\n";
        default ->
            b >= ' ' && b <= PRINTABLE_TO
                ? String.valueOf((char) b)
                : "\\" + ((b >> 6) & 7) + ((b >> 3) & 7) + (b & 7);
      };
    }
  }
}
