package dev.japply.cli.flags;

import dev.japply.problem.Problem;
import java.util.List;

/// The result of a [Selection].
///
/// @param objects the objects in requested order
/// @param problems the failures to find objects
public record Found(List<LiveObject> objects, List<Problem> problems) {
  public Found {
    objects = List.copyOf(objects);
    problems = List.copyOf(problems);
  }
}
