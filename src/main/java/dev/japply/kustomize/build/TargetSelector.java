package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceSelector;
import dev.japply.object.LabelSelector;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
}
