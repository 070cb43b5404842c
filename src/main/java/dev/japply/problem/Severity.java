package dev.japply.problem;

/// How much a [Problem] matters.
public enum Severity {
  /// The object is not applied, and the exit status says so.
  ERROR,
  /// Told, and nothing else happens.
  WARNING
}
