package dev.japply.kustomize.load;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Collects the failures of independent tasks, such as reading the resources of a kustomization.
/// All of them are reported together, so that the user can correct them together.
public final class CollectedFailures {
  /// The limit for reported problems; no further task is tried after it.
  private static final int MOST = 100;

  private final Set<Problem> problems = new LinkedHashSet<>();

  /// Does `work` with each of `things`.
  ///
  /// @throws JapplyException when any failed, with the problems of all that did
  public static <T> void each(Iterable<T> things, Consumer<T> work) {
    var failures = new CollectedFailures();
    things.forEach(thing -> failures.attempt(() -> work.accept(thing)));
    failures.throwIfAny();
  }

  /// Does `work`, and keeps what it fails with.
  public void attempt(Runnable work) {
    if (problems.size() >= MOST) {
      return;
    }
    try {
      work.run();
    } catch (JapplyException e) {
      problems.addAll(e.problems());
    }
  }

  /// Ends here if anything has failed.
  ///
  /// @throws JapplyException with all problems
  public void throwIfAny() {
    if (!problems.isEmpty()) {
      throw new JapplyException(List.copyOf(problems));
    }
  }
}
