package dev.japply.input;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import java.util.List;

/// What was read.
///
/// @param objects the objects in the order in which they were written
/// @param problems what is wrong with the input, in input order; its errors' documents have no
///   object here
public record ManifestSet(List<KubeObject> objects, List<Problem> problems) {

  public ManifestSet {
    objects = List.copyOf(objects);
    problems = List.copyOf(problems);
  }

  public boolean hasErrors() {
    return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
  }
}
