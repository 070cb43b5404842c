package dev.japply.kustomize;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import java.util.List;

/// The result of a build.
///
/// @param objects the objects in kustomize's order. Each has its start ([KubeObject#origin]) and
///   the positions of its fields ([KubeObject#positions]): in a file of a base, in a patch, or in a
///   kustomization
/// @param warnings warnings about the kustomizations, such as deprecated fields
public record BuiltObjects(List<KubeObject> objects, List<Problem> warnings) {
  public BuiltObjects {
    objects = List.copyOf(objects);
    warnings = List.copyOf(warnings);
  }
}
