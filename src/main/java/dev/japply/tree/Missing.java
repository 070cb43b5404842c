package dev.japply.tree;

/// Marks a key that does not exist.
public enum Missing implements Node {
  /// The only instance.
  MISSING
}
