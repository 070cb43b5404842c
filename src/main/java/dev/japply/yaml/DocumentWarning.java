package dev.japply.yaml;

import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import org.jspecify.annotations.Nullable;

/// A remark about a document for the user: a warning, or an error that prevents its objects from
/// being applied.
///
/// @param id the kind of a warning; null for an error
public record DocumentWarning(
    Severity severity,
    PositionedValue.TextPosition place,
    String what,
    String hint,
    @Nullable WarningId id) {

  DocumentWarning(WarningId id, PositionedValue.TextPosition place, String what, String hint) {
    this(Severity.WARNING, place, what, hint, id);
  }

  static DocumentWarning error(PositionedValue.TextPosition place, String what, String hint) {
    return new DocumentWarning(Severity.ERROR, place, what, hint, null);
  }
}
