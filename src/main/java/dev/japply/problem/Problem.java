package dev.japply.problem;

/// One thing that is wrong, said in one line: `file:line: Kind name: what is wrong; what to do`.
///
/// @param severity whether it fails the run
/// @param origin where in the input; [Origin#NONE] when the input is not at fault
/// @param subject the object concerned, as `Deployment web`; empty when none is
/// @param what what is wrong; quotes what the user wrote, and never holds a Secret's value
/// @param hint what to do about it; empty when `what` says it all
public record Problem(Severity severity, Origin origin, String subject, String what, String hint) {

  /// An error at a place in the input, of no object in particular.
  public static Problem error(Origin origin, String what, String hint) {
    return new Problem(Severity.ERROR, origin, "", what, hint);
  }

  /// An error of an object.
  public static Problem error(Origin origin, String subject, String what, String hint) {
    return new Problem(Severity.ERROR, origin, subject, what, hint);
  }

  /// A warning of an object.
  public static Problem warning(Origin origin, String subject, String what, String hint) {
    return new Problem(Severity.WARNING, origin, subject, what, hint);
  }

  /// This problem, which does not fail the run.
  public Problem asWarning() {
    return new Problem(Severity.WARNING, origin, subject, what, hint);
  }

  /// This problem, with something more to do or to know.
  public Problem withHint(String more) {
    return new Problem(severity, origin, subject, what, hint.isEmpty() ? more : hint + "; " + more);
  }

  /// This problem, told of `subject` if it had no subject yet.
  public Problem about(String subject) {
    return this.subject.isEmpty() ? new Problem(severity, origin, subject, what, hint) : this;
  }

  /// This problem, told at `origin` if it had no place yet.
  public Problem at(Origin origin) {
    return this.origin.equals(Origin.NONE)
        ? new Problem(severity, origin, subject, what, hint)
        : this;
  }

  /// The line without a severity in front, as [TerminalText] makes it.
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
