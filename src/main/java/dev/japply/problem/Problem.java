package dev.japply.problem;

import org.jspecify.annotations.Nullable;

/// An error or warning, printed on one line: `file:line: Kind name: what is wrong; what to do`.
///
/// @param severity an error fails the run, a warning does not
/// @param origin the position in the input; [Origin#NONE] if the input is not the cause
/// @param subject the object concerned, such as `Deployment web`; empty if there is none
/// @param what the failure; quotes the user's input, and never contains a Secret's value
/// @param hint the action that solves the problem; empty if `what` is sufficient
/// @param id the kind of a warning; null for an error, and for a warning that cannot be silenced
/// @param versions the versions of Kubernetes that it is about; null if the run is about one, or if
///   the problem has nothing to do with them
public record Problem(
    Severity severity,
    Origin origin,
    String subject,
    String what,
    String hint,
    @Nullable WarningId id,
    @Nullable ReleaseSpan versions) {

  /// Creates a problem of all versions of Kubernetes.
  public Problem(
      Severity severity,
      Origin origin,
      String subject,
      String what,
      String hint,
      @Nullable WarningId id) {
    this(severity, origin, subject, what, hint, id, null);
  }

  /// Returns an error at a position in the input that concerns no specific object.
  public static Problem error(Origin origin, String what, String hint) {
    return new Problem(Severity.ERROR, origin, "", what, hint, null);
  }

  /// Returns an error about an object.
  public static Problem error(Origin origin, String subject, String what, String hint) {
    return new Problem(Severity.ERROR, origin, subject, what, hint, null);
  }

  /// Returns a warning about an object.
  public static Problem warning(
      WarningId id, Origin origin, String subject, String what, String hint) {
    return new Problem(Severity.WARNING, origin, subject, what, hint, id);
  }

  /// Returns this problem as a warning, which does not fail the run.
  public Problem asWarning(WarningId id) {
    return new Problem(Severity.WARNING, origin, subject, what, hint, id, versions);
  }

  /// Returns this problem as one of some versions of Kubernetes.
  public Problem in(ReleaseSpan versions) {
    return new Problem(severity, origin, subject, what, hint, id, versions);
  }

  /// Returns this problem without the versions of Kubernetes.
  public Problem withoutVersions() {
    return new Problem(severity, origin, subject, what, hint, id);
  }

  /// Returns this problem with `more` added to the hint.
  public Problem withHint(String more) {
    String separator = hint.endsWith("?") ? " " : "; ";
    return reworded(what, hint.isEmpty() ? more : hint + separator + more);
  }

  /// Returns this problem with `subject`, unless it has a subject already.
  public Problem about(String subject) {
    return this.subject.isEmpty()
        ? new Problem(severity, origin, subject, what, hint, id, versions)
        : this;
  }

  /// Returns this problem with `origin`, unless it has a position already.
  public Problem at(Origin origin) {
    return this.origin.equals(Origin.NONE) ? movedTo(origin) : this;
  }

  /// Returns this problem with `origin` in place of its own.
  public Problem movedTo(Origin origin) {
    return new Problem(severity, origin, subject, what, hint, id, versions);
  }

  /// Returns this problem with other texts.
  public Problem reworded(String what, String hint) {
    return new Problem(severity, origin, subject, what, hint, id, versions);
  }

  /// Returns this problem with its position as a part of the text. Reports then do not take it for
  /// a position in a file of the working tree.
  public Problem withoutPlace() {
    String whole = origin.source().isEmpty() ? what : origin + ": " + what;
    return new Problem(severity, Origin.NONE, subject, whole, hint, id, versions);
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
    if (versions != null && id != WarningId.DEPRECATED_API) { // whose text has its versions
      line.append(versions.remark(severity));
    }
    if (!hint.isEmpty()) {
      line.append("; ").append(hint);
    }
    return TerminalText.line(line.toString());
  }
}
