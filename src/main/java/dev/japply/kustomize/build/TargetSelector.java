package dev.japply.kustomize.build;

import dev.japply.golang.GoPattern;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.KustomizationFields.ResourceSelector;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The objects that a target selects. Names and namespaces may be those that an object was written
/// with or those that it has by now.
final class TargetSelector {
  private static final Pattern LITERAL = Pattern.compile("[-A-Za-z0-9_/]+");

  private final ResourceSelector target;
  private final TargetPattern pattern;
  private final LabelSelector labels;
  private final LabelSelector annotations;

  private TargetSelector(ResourceSelector target) {
    this.target = target;
    this.pattern = TargetPattern.of(target, "");
    this.labels = selector("labelSelector", target.labelSelector());
    this.annotations = selector("annotationSelector", target.annotationSelector());
  }

  /// The objects in `resources` that `target` selects.
  ///
  /// @throws JapplyException when a pattern or selector of the target cannot be read
  static List<BuiltResource> of(ResMap resources, ResourceSelector target) {
    var selection = new TargetSelector(target);
    return candidates(resources, target).stream().filter(selection::selects).toList();
  }

  /// A target that writes out a name or a kind is not held against all objects: there may be as
  /// many patches as objects.
  private static List<BuiltResource> candidates(ResMap resources, ResourceSelector target) {
    if (LITERAL.matcher(target.name()).matches()) {
      return resources.named(target.name());
    }
    String kind = target.kinds().kind();
    return LITERAL.matcher(kind).matches() ? resources.ofKind(kind) : resources.all();
  }

  private LabelSelector selector(String field, String text) {
    try {
      return text.isEmpty() ? LabelSelector.EVERYTHING : LabelSelector.parse(text);
    } catch (IllegalArgumentException e) {
      String what = "%s: %s".formatted(field, e.getMessage());
      throw new JapplyException(Problem.error(target.place(), what, "correct it"), e);
    }
  }

  private boolean selects(BuiltResource resource) {
    return pattern.matches(resource.id().gvk())
        && (pattern.name().test(resource.name())
            || pattern.name().test(resource.originalId().name()))
        && (pattern.namespace().test(resource.originalId().effectiveNamespace())
            || pattern.namespace().test(resource.id().effectiveNamespace()))
        && matches(labels, resource.texts("labels"))
        && matches(annotations, resource.texts("annotations"));
  }

  private static boolean matches(LabelSelector selector, Map<String, String> texts) {
    if (selector.requirements().isEmpty()) {
      return true;
    }
    var labels = new LinkedHashMap<String, Value>();
    texts.forEach((key, text) -> labels.put(key, Value.text(text)));
    return selector.matches(MapValue.of("metadata", MapValue.of("labels", new MapValue(labels))));
  }

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
}
