package dev.japply.problem;

/// The severity of a [Problem].
public enum Severity {
  /// The object is not applied, and the command fails.
  ERROR,
  /// The problem is printed and has no other effect.
  WARNING
}
