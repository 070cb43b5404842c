package dev.japply.pkg;

/// Paths of files in a package, from its directory, with `/` between their parts.
public final class PackagePath {
  /// What the names of directories begin with in which unfinished changes wait.
  public static final String UNFINISHED = ".japply-update";

  private PackagePath() {}

  /// Whether a file there is one of the package: neither outside of its directory, nor git's own,
  /// nor in a place that japply would take for an unfinished change.
  public static boolean isInside(String path) {
    for (String part : path.split("/", -1)) {
      if (part.isEmpty()
          || part.equals(".")
          || part.equals("..")
          || part.equalsIgnoreCase(".git")
          || part.startsWith(UNFINISHED)
          || part.indexOf('\\') >= 0) {
        return false;
      }
    }
    return true;
  }
}
