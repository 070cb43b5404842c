package dev.japply.kustomize;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import java.util.List;

/// What a build came to.
///
/// @param objects the objects in kustomize's order. Each knows where it begins
///   ([KubeObject#origin]) and where its fields are written ([KubeObject#positions]): in a file of
///   a base, in a patch, or in a kustomization
/// @param warnings what is doubtful about the kustomizations, such as fields that kustomize wants
///   to be written otherwise
public record BuiltObjects(List<KubeObject> objects, List<Problem> warnings) {
  public BuiltObjects {
    objects = List.copyOf(objects);
    warnings = List.copyOf(warnings);
  }
}
