package dev.japply.ready;

import dev.japply.problem.Problem;
import java.util.Optional;

/// Receives the changes in the readiness of objects, from one thread at a time.
public interface ReadyListener {
  void changed(ReadyState state);

  /// Receives a warning about a failure to read the state; japply tries again.
  void hindered(Problem warning);

  /// Returns a warning about an object that is not ready, and one of whose Pods fails; empty for
  /// none. Called once for each object, possibly by several threads, and may send requests.
  default Optional<Problem> failing(ReadyState state) {
    return Optional.empty();
  }
}
