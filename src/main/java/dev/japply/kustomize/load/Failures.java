package dev.japply.kustomize.load;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// What fails of several things of which each can be tried without the others, such as the
/// resources of a kustomization: it is told together, so that it can be corrected together.
public final class Failures {
  /// Nobody reads more, and each may have taken its time.
  private static final int MOST = 100;

  private final Set<Problem> problems = new LinkedHashSet<>();

  /// Does `work` with each of `things`.
  ///
  /// @throws JapplyException when any failed, with the problems of all that did
  public static <T> void each(Iterable<T> things, Consumer<T> work) {
    var failures = new Failures();
    things.forEach(thing -> failures.attempt(() -> work.accept(thing)));
    failures.tell();
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
  public void tell() {
    if (!problems.isEmpty()) {
      throw new JapplyException(List.copyOf(problems));
    }
  }
}
