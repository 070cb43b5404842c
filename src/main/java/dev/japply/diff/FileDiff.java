package dev.japply.diff;

/// A file in two versions, as git shows what differs.
public final class FileDiff {
  private static final String NONE = "/dev/null";

  private FileDiff() {}

  /// The differences; empty when there are none.
  ///
  /// @param before the text before; empty for no file
  /// @param after the text after; empty for no file
  public static String of(String path, String before, String after) {
    if (before.equals(after)) {
      return "";
    }
    return "--- %s%n+++ %s%n"
            .formatted(before.isEmpty() ? NONE : "a/" + path, after.isEmpty() ? NONE : "b/" + path)
            .replace("\r", "")
        + UnifiedDiff.hunks(before, after, UnifiedDiff.USUAL_CONTEXT);
  }
}
