package dev.japply.kustomize.transform;

import dev.japply.kustomize.model.Target;
import dev.japply.kustomize.resource.Resource;
import dev.japply.kustomize.resource.ResourceSet;
import java.util.List;
import java.util.stream.Collectors;

/// The objects that somebody may have meant who named one that is not there.
final class Candidates {
  private static final int MOST = 3;

  private Candidates() {}

  /// What to do about a patch for an object.
  static String hint(Resource patch, ResourceSet resources) {
    return hint(patch.kind(), patch.name(), resources);
  }

  /// What to do about a target.
  static String hint(Target target, ResourceSet resources) {
    return hint(target.kinds().kind(), target.name(), resources);
  }

  private static String hint(String kind, String name, ResourceSet resources) {
    List<Resource> close =
        resources.all().stream()
            .filter(one ->
                one.name().equals(name)
                    || one.kind().equals(kind)
                    || one.originalId().name().equals(name))
            .limit(MOST)
            .toList();
    return close.isEmpty()
        ? "there is no object of that kind or name"
        : "there is "
            + close.stream().map(one -> one.id().toString()).collect(Collectors.joining(", "));
  }
}
