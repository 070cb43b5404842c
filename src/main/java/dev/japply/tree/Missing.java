package dev.japply.tree;

/// Nothing stands here: the key does not exist.
public enum Missing implements Node {
  /// The only instance.
  MISSING
}
