package dev.japply.plan;

/// The fields that need a reason why they change or stay.
public enum ReasonsWanted {
  /// No fields.
  NONE,
  /// Fields that a patch sends; the merge provides these reasons anyway.
  SENT,
  /// All live fields.
  ALL
}
