package dev.japply.ready;

import dev.japply.problem.Problem;

/// Receives the changes in the readiness of objects, from one thread at a time.
public interface ReadyListener {
  /// Receives the new state of an object.
  void changed(ReadyState state);

  /// Receives a warning about a failure to read the state; japply tries again.
  void hindered(Problem warning);
}
