package dev.japply.input;

import dev.japply.problem.Origin;
import java.util.List;

/// Targets of a project that are applied together, after all of the wave before.
///
/// @param targets the names of the targets that no earlier wave has
/// @param parallel the number of targets in parallel
/// @param maxFailures the number of targets that may fail before the run ends
public record ProjectWave(List<String> targets, int parallel, int maxFailures, Origin place) {
  /// The number of targets in parallel if the wave has none.
  public static final int USUAL_PARALLEL = 4;

  public ProjectWave {
    targets = List.copyOf(targets);
  }
}
