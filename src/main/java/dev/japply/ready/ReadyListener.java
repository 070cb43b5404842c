package dev.japply.ready;

import dev.japply.problem.Problem;

/// Hears how objects become ready, from one thread at a time.
public interface ReadyListener {
  /// That is how far an object is now.
  void changed(ReadyState state);

  /// Something keeps japply from looking, and it goes on trying.
  void hindered(Problem warning);
}
