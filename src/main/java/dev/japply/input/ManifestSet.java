package dev.japply.input;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import java.util.List;

/// Result of reading manifests.
///
/// @param objects the objects in input order
/// @param problems problems of the input, in input order; the documents of errors have no object
///   here
public record ManifestSet(List<KubeObject> objects, List<Problem> problems) {

  public ManifestSet {
    objects = List.copyOf(objects);
    problems = List.copyOf(problems);
  }

  public boolean hasErrors() {
    return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
  }
}
