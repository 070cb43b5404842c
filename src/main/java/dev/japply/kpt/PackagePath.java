package dev.japply.kpt;

import java.util.Locale;
import java.util.regex.Pattern;

/// Paths of files in a package, from its directory, with `/` between their parts.
public final class PackagePath {
  /// File name suffix of the directory that holds the journal of a package, next to the package.
  public static final String UNFINISHED = ".japply-update";

  /// Characters that cannot be seen; some disks pass over them.
  private static final Pattern INVISIBLE = Pattern.compile("\\p{Cf}");

  private PackagePath() {}

  /// Whether a file there is one of the package: neither outside of its directory, nor git's own,
  /// nor in a place that japply would take for an unfinished change.
  public static boolean isInside(String path) {
    for (String part : path.split("/", -1)) {
      String plain = plain(part);
      if (part.isEmpty()
          || part.equals(".")
          || part.equals("..")
          || plain.equals(".git")
          || plain.equals("git~1")
          || isReserved(plain)
          || part.indexOf('\\') >= 0) {
        return false;
      }
    }
    return true;
  }

  /// Whether all bytes of the path are UTF-8. Others were read as the character U+FFFD, so that the
  /// file would be written with another name.
  public static boolean isText(String path) {
    return path.indexOf('\uFFFD') < 0;
  }

  /// Whether a file or directory of that name is japply's own, in whatever directory.
  public static boolean isReserved(String name) {
    return name.startsWith(".") && name.contains(UNFINISHED);
  }

  /// Returns the name as the least precise file system compares it: in lower case, without trailing
  /// dots and blanks, and without a colon and the text after it.
  private static String plain(String part) {
    return INVISIBLE
        .matcher(part)
        .replaceAll("")
        .replaceFirst(":.*", "")
        .replaceFirst("[. ]+$", "")
        .toLowerCase(Locale.ROOT);
  }
}
