package dev.japply.kustomize.build;

import dev.japply.golang.GoPattern;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.ResourceSelector;
import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.function.Predicate;

/// The regular expressions of a target. Each must match a whole text; an empty one matches all.
///
/// @param isEmpty whether all of them are empty
record TargetPattern(
    Predicate<String> group,
    Predicate<String> version,
    Predicate<String> kind,
    Predicate<String> name,
    Predicate<String> namespace,
    boolean isEmpty) {

  /// Returns the expressions of `target`.
  ///
  /// @param context the start of errors
  /// @throws JapplyException if one cannot be parsed
  static TargetPattern of(ResourceSelector target, String context) {
    Gvk kinds = target.kinds();
    return new TargetPattern(
        pattern(target, kinds.group(), context),
        pattern(target, kinds.version(), context),
        pattern(target, kinds.kind(), context),
        pattern(target, target.name(), context),
        pattern(target, target.namespace(), context),
        kinds.equals(new Gvk("", "", ""))
            && target.name().isEmpty()
            && target.namespace().isEmpty());
  }

  private static Predicate<String> pattern(
      ResourceSelector target, String pattern, String context) {
    if (pattern.isEmpty()) {
      return text -> true;
    }
    try {
      return GoPattern.compile(pattern)::matches;
    } catch (IllegalArgumentException e) {
      throw new JapplyException(
          Problem.error(target.place(), context + e.getMessage(), "correct the target"), e);
    }
  }

  boolean matches(Gvk gvk) {
    return kind.test(gvk.kind()) && group.test(gvk.group()) && version.test(gvk.version());
  }

  /// Returns whether all parts of an id match, the namespace as it is written.
  boolean matches(ResourceId id) {
    return matches(id.gvk()) && name.test(id.name()) && namespace.test(id.namespace());
  }
}
