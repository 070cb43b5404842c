package dev.japply.problem;

/// An error or warning, printed on one line: `file:line: Kind name: what is wrong; what to do`.
///
/// @param severity an error fails the run, a warning does not
/// @param origin the position in the input; [Origin#NONE] if the input is not the cause
/// @param subject the object concerned, such as `Deployment web`; empty if there is none
/// @param what the failure; quotes the user's input, and never contains a Secret's value
/// @param hint the action that solves the problem; empty if `what` is sufficient
public record Problem(Severity severity, Origin origin, String subject, String what, String hint) {

  /// Returns an error at a position in the input that concerns no specific object.
  public static Problem error(Origin origin, String what, String hint) {
    return new Problem(Severity.ERROR, origin, "", what, hint);
  }

  /// Returns an error about an object.
  public static Problem error(Origin origin, String subject, String what, String hint) {
    return new Problem(Severity.ERROR, origin, subject, what, hint);
  }

  /// Returns a warning about an object.
  public static Problem warning(Origin origin, String subject, String what, String hint) {
    return new Problem(Severity.WARNING, origin, subject, what, hint);
  }

  /// Returns this problem as a warning, which does not fail the run.
  public Problem asWarning() {
    return new Problem(Severity.WARNING, origin, subject, what, hint);
  }

  /// Returns this problem with `more` added to the hint.
  public Problem withHint(String more) {
    return new Problem(severity, origin, subject, what, hint.isEmpty() ? more : hint + "; " + more);
  }

  /// Returns this problem with `subject`, unless it has a subject already.
  public Problem about(String subject) {
    return this.subject.isEmpty() ? new Problem(severity, origin, subject, what, hint) : this;
  }

  /// Returns this problem with `origin`, unless it has a position already.
  public Problem at(Origin origin) {
    return this.origin.equals(Origin.NONE)
        ? new Problem(severity, origin, subject, what, hint)
        : this;
  }

  /// Returns the line without the severity, escaped by [TerminalText].
  @Override
  public String toString() {
    var line = new StringBuilder();
    if (!origin.source().isEmpty()) {
      line.append(origin).append(": ");
    }
    if (!subject.isEmpty()) {
      line.append(subject).append(": ");
    }
    line.append(what);
    if (!hint.isEmpty()) {
      line.append("; ").append(hint);
    }
    return TerminalText.line(line.toString());
  }
}
