package dev.japply.yaml;

import dev.japply.problem.Severity;

/// A remark about a document for the user: a warning, or an error that prevents its objects from
/// being applied.
public record DocumentWarning(
    Severity severity, PositionedValue.Place place, String what, String hint) {

  /// Creates a warning.
  DocumentWarning(PositionedValue.Place place, String what, String hint) {
    this(Severity.WARNING, place, what, hint);
  }
}
