package dev.japply.cli.flags;

import dev.japply.problem.Problem;
import java.util.List;

/// The result of a [LiveSelection].
///
/// @param objects the objects in requested order
/// @param problems the failures to find objects
public record LookupResult(List<LiveObject> objects, List<Problem> problems) {
  public LookupResult {
    objects = List.copyOf(objects);
    problems = List.copyOf(problems);
  }
}
