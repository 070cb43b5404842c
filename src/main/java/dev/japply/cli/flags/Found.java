package dev.japply.cli.flags;

import dev.japply.problem.Problem;
import java.util.List;

/// What was found of a [Selection].
///
/// @param objects in the order in which they were asked for
/// @param problems what could not be found, and why
public record Found(List<LiveObject> objects, List<Problem> problems) {
  public Found {
    objects = List.copyOf(objects);
    problems = List.copyOf(problems);
  }
}
