package dev.japply.problem;

import java.util.List;

/// One or more problems that stop the work at hand:
///
/// ```java
/// try {
///   applier.apply(Manifests.read("app.yaml", "kind: [}"));
/// } catch (JapplyException e) {
///   e.problems().forEach(System.err::println);
/// }
/// ```
///
/// The cause, if any, is for `-v` only.
public final class JapplyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /// Creates an exception for several problems, in the order in the output.
  public JapplyException(List<Problem> problems) {
    super(problems.isEmpty() ? "" : problems.getFirst().toString());
    this.problems = List.copyOf(problems);
  }

  /// Creates an exception for several problems with their cause.
  public JapplyException(List<Problem> problems, Throwable cause) {
    super(problems.isEmpty() ? "" : problems.getFirst().toString(), cause);
    this.problems = List.copyOf(problems);
  }

  /// Creates an exception for one problem.
  public JapplyException(Problem problem) {
    this(List.of(problem));
  }

  /// Creates an exception for an error at a position in the input that concerns no specific object.
  public JapplyException(Origin origin, String what, String hint) {
    this(Problem.error(origin, what, hint));
  }

  /// Creates an exception for an error without a position in the input.
  public JapplyException(String what, String hint) {
    this(Origin.NONE, what, hint);
  }

  /// Creates an exception for one problem with its cause.
  public JapplyException(Problem problem, Throwable cause) {
    super(problem.toString(), cause);
    this.problems = List.of(problem);
  }

  public List<Problem> problems() {
    return problems;
  }
}
