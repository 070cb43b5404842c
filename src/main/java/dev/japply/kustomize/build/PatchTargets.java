package dev.japply.kustomize.build;

import dev.japply.diff.SimilarName;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceSelector;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// Suggests existing objects for a patch or target that matches none.
final class PatchTargets {
  private static final int MOST = 3;

  /// The longest name that an object can have.
  private static final int LONGEST = 253;

  private PatchTargets() {}

  /// Returns the hint for a patch of a missing object.
  static String hint(BuiltResource patch, ResMap resources) {
    return hint(patch.kind(), patch.name(), resources);
  }

  /// Returns the hint for a target without objects.
  static String hint(ResourceSelector target, ResMap resources) {
    return hint(target.kinds().kind(), target.name(), resources);
  }

  private static String hint(String kind, String name, ResMap resources) {
    List<BuiltResource> all = resources.all();
    String meant = near(kind, all.stream().map(BuiltResource::kind).distinct().toList());
    List<BuiltResource> ofKind = resources.ofKind(meant);
    String near = near(name, names(ofKind.isEmpty() ? all : ofKind));
    List<BuiltResource> close =
        all.stream()
            .filter(one -> one.kind().equals(meant) || isNamed(one, name) || isNamed(one, near))
            .sorted(
                Comparator.comparing(
                        (BuiltResource one) -> !isNamed(one, name) && !isNamed(one, near))
                    .thenComparing(one -> !one.kind().equals(meant)))
            .limit(MOST)
            .toList();
    return close.isEmpty()
        ? "there is no object of that kind or name"
        : "there is "
            + close.stream().map(BuiltResource::subject).collect(Collectors.joining(", "));
  }

  /// The one of `names` that is nearest to `name`; empty when none is near.
  private static String near(String name, List<String> names) {
    return name.isEmpty() || name.length() > LONGEST
        ? ""
        : SimilarName.find(names, name).orElse("");
  }

  private static List<String> names(List<BuiltResource> resources) {
    return resources.stream().map(BuiltResource::name).toList();
  }

  private static boolean isNamed(BuiltResource one, String name) {
    return !name.isEmpty() && (one.name().equals(name) || one.originalId().name().equals(name));
  }
}
