package dev.japply.merge;

/// Which half of the differences between two documents a patch takes up.
enum Half {
  /// All of them.
  BOTH,
  /// What is new or changed.
  CHANGES,
  /// What is gone.
  DELETIONS;

  boolean takesChanges() {
    return this != DELETIONS;
  }

  boolean takesDeletions() {
    return this != CHANGES;
  }
}
