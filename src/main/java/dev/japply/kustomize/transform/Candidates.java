package dev.japply.kustomize.transform;

import dev.japply.kustomize.resource.Resource;
import dev.japply.kustomize.resource.ResourceSet;
import java.util.List;
import java.util.stream.Collectors;

/// The objects that somebody may have meant who named one that is not there.
final class Candidates {
  private static final int MOST = 3;

  private Candidates() {}

  /// What to do about it.
  static String hint(Resource patch, ResourceSet resources) {
    List<Resource> close =
        resources.all().stream()
            .filter(one ->
                one.name().equals(patch.name())
                    || one.kind().equals(patch.kind())
                    || one.originalId().name().equals(patch.name()))
            .limit(MOST)
            .toList();
    return close.isEmpty()
        ? "there is no object of that kind or name"
        : "there is "
            + close.stream().map(one -> one.id().toString()).collect(Collectors.joining(", "));
  }
}
