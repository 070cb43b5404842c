package dev.japply.yaml;

import dev.japply.problem.Severity;

/// Something in a document of which the user is to know: what is doubtful, or, as an error, what
/// keeps its objects from being applied.
public record Notice(Severity severity, Located.Place place, String what, String hint) {

  /// Something doubtful.
  Notice(Located.Place place, String what, String hint) {
    this(Severity.WARNING, place, what, hint);
  }
}
