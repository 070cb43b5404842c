package dev.japply.kustomize.load;

/// The limits for searching the causes of one field. Replacements can take values from each other
/// in so many chains that no machine can follow all of them.
final class CauseBudget {
  private static final int DEEPEST = 30;
  private static final int MOST = 10_000;

  private int depth;
  private int left = MOST;

  /// Begins the search for another field.
  void restore() {
    depth = 0;
    left = MOST;
  }

  /// Enters an object. Returns whether the search goes on there; if not, it must not be left.
  boolean enter() {
    if (depth == DEEPEST) {
      return false;
    }
    depth++;
    return true;
  }

  void leave() {
    depth--;
  }

  /// Returns whether another step is looked at.
  boolean spend() {
    return left-- > 0;
  }
}
