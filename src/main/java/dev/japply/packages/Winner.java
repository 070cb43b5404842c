package dev.japply.packages;

/// Whose value counts where both sides changed a field.
public enum Winner {
  /// Upstream's.
  UPSTREAM,
  /// The local one.
  LOCAL
}
