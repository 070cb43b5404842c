package dev.japply.kustomize;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import java.util.List;

/// What a build came to.
///
/// @param objects the objects in kustomize's order, each of which knows where its fields are
///   written
/// @param warnings what is doubtful about the kustomizations
public record BuiltObjects(List<KubeObject> objects, List<Problem> warnings) {
  public BuiltObjects {
    objects = List.copyOf(objects);
    warnings = List.copyOf(warnings);
  }
}
