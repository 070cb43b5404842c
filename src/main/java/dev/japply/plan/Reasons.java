package dev.japply.plan;

/// For which fields it is wanted why they change or stay.
public enum Reasons {
  /// For none.
  NONE,
  /// For those that a patch sends; the merge has them anyway.
  SENT,
  /// For all live fields.
  ALL
}
