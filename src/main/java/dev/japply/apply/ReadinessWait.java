package dev.japply.apply;

import java.util.Collection;
import java.util.List;

/// Wait for the readiness of applied objects in the middle of a run.
@FunctionalInterface
public interface ReadinessWait {
  ReadinessWait NONE = applied -> List.of();

  /// Waits for `applied`. Returns the objects that are not ready, which it has reported.
  Collection<ResolvedObject> await(List<ResolvedObject> applied);
}
