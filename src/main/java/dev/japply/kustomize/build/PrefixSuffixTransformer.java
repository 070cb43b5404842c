package dev.japply.kustomize.build;

import dev.japply.kustomize.build.FieldSetter.FieldSetStep;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.Created;
import dev.japply.kyaml.FieldEdit.Setter;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.kyaml.FieldSpec.KindPattern;
import dev.japply.object.Gvk;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.yaml.ScalarStyle;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Gives the objects of a layer their namespace, and their names a prefix and a suffix.
record PrefixSuffixTransformer(ResMap resources, ScalarStyle spelling) {
  private static final String NAME = "metadata/name";
  private static final String NAMESPACE = "metadata/namespace";
  private static final String SUBJECTS = "subjects/namespace";
  private static final Set<String> BINDINGS = Set.of("RoleBinding", "ClusterRoleBinding");

  /// The kinds whose names stay as they are.
  private static final List<KindPattern> UNTOUCHED =
      List.of(
          new KindPattern(new Gvk("", "", "CustomResourceDefinition")),
          new KindPattern(new Gvk("apiregistration.k8s.io", "", "APIService")),
          new KindPattern(new Gvk("", "", "Namespace")));

  /// The subjects of a binding that move into the binding's namespace.
  enum Subjects {
    /// The one named `default`, which alone is certain to be there.
    DEFAULT,
    SERVICE_ACCOUNTS,
    NONE;

    boolean includes(MapValue subject) {
      return switch (this) {
        case DEFAULT -> subject.text("name").equals("default");
        case SERVICE_ACCOUNTS -> subject.text("kind").equals("ServiceAccount");
        case NONE -> false;
      };
    }
  }

  /// A namespace, and where it is set.
  ///
  /// @param unsetOnly whether only fields without a namespace get it
  record Target(String namespace, Subjects subjects, boolean unsetOnly) {}

  void addPrefix(String prefix, FieldList fields, Step setting) {
    affix(
        new FieldSetStep(fields, setting),
        name -> prefix + name,
        resource -> resource.addPrefix(prefix),
        !prefix.isEmpty());
  }

  void addSuffix(String suffix, FieldList fields, Step setting) {
    affix(
        new FieldSetStep(fields, setting),
        name -> name + suffix,
        resource -> resource.addSuffix(suffix),
        !suffix.isEmpty());
  }

  private void affix(
      FieldSetStep step,
      UnaryOperator<String> change,
      Consumer<BuiltResource> note,
      boolean changes) {
    var edit = new FieldEdit(Created.SCALAR, FieldSetter.text(spelling, change));
    for (BuiltResource resource : resources.all()) {
      Gvk original = resource.originalId().gvk();
      if (UNTOUCHED.stream().anyMatch(kind -> kind.matches(original))) {
        continue;
      }
      for (FieldSpec field : step.fields(original)) {
        if (changes && field.path().equals(NAME)) {
          note.accept(resource);
          resource.rememberId();
        }
        step.setOne(resource, edit, field);
      }
    }
  }

  /// Sets the namespace of all objects.
  ///
  /// @param known the other fields that contain the namespace
  void setNamespace(Target target, FieldList known, Step setting) {
    for (BuiltResource resource : resources.all()) {
      if (!isFromChart(resource)) {
        resource.rememberId();
        setNamespace(resource, target, known, setting);
      }
    }
    resources.requireUnique("namespace transformation");
  }

  /// Returns whether the annotation of a Helm chart's objects is set, whose namespace is the
  /// chart's. [FinalTransforms] removes it.
  private static boolean isFromChart(BuiltResource resource) {
    return "true".equals(resource.texts("annotations").get(FinalTransforms.FROM_CHART));
  }

  void setNamespace(BuiltResource resource, Target target, FieldList known, Step setting) {
    FieldSetStep step =
        target.unsetOnly()
            ? new FieldSetStep(fields(known), setting)
            : FieldSetStep.ofValue(fields(known), setting, Set.of());
    Setter setter = setter(target);
    var edit = new FieldEdit(Created.SCALAR, setter);
    Gvk gvk = resource.id().gvk();
    if (!resource.id().isClusterScoped()) {
      step.setOne(resource, edit, FieldSpec.of(NAMESPACE));
    }
    boolean binding = BINDINGS.contains(gvk.kind());
    if (binding && target.subjects() != Subjects.NONE) {
      checkSubjects(resource, target);
      resource.become(withSubjects(resource.tree(), target, setter), setting);
    }
    for (FieldSpec field : step.fields(gvk)) {
      boolean isOfCore = gvk.apiVersion().equals("v1") || !field.path().equals(NAME);
      boolean isOfSubjects =
          binding
              && BINDINGS.contains(field.kinds().kinds().kind())
              && field.path().equals(SUBJECTS);
      if (isOfCore && !isOfSubjects) {
        step.setOne(resource, edit, field);
      }
    }
  }

  private Setter setter(Target target) {
    Setter always = FieldSetter.string(spelling, target.namespace());
    return target.unsetOnly() ? value -> isSet(value) ? value : always.set(value) : always;
  }

  private boolean isSet(Value value) {
    return value instanceof ScalarValue && !spelling.text(value).isEmpty();
  }

  private static FieldList fields(FieldList known) {
    return new FieldList(
        known.fields().stream().filter(field -> !field.path().equals(NAMESPACE)).toList());
  }

  private static void checkSubjects(BuiltResource resource, Target target) {
    Node subjects = resource.tree().get("subjects");
    if (subjects instanceof ScalarValue) {
      throw resource.failure("subjects must be a list", "correct them");
    }
    if (subjects instanceof ListValue(List<Value> items)
        && items.stream()
            .anyMatch(item -> item instanceof ScalarValue || item instanceof ListValue)) {
      throw resource.failure("each of the subjects must be a map", "correct them");
    }
    if (subjects instanceof ListValue(List<Value> items)
        && items.stream()
            .anyMatch(item -> item instanceof MapValue map && hasNoText(map, target))) {
      throw resource.failure(
          "name, kind and namespace of the subjects must be texts", "correct them");
    }
  }

  /// Whether a field that decides about the namespace of a subject, or the namespace, is a map or a
  /// list.
  private static boolean hasNoText(MapValue subject, Target target) {
    String decisive = target.subjects() == Subjects.DEFAULT ? "name" : "kind";
    return isNested(subject.get(decisive))
        || (target.subjects().includes(subject) && isNested(subject.get("namespace")));
  }

  private static boolean isNested(Node node) {
    return node instanceof MapValue || node instanceof ListValue;
  }

  private static MapValue withSubjects(MapValue binding, Target target, Setter setter) {
    return binding.get("subjects") instanceof ListValue subjects
        ? binding.with("subjects", subjects.map(subject -> moved(subject, target, setter)))
        : binding;
  }

  private static Value moved(Value subject, Target target, Setter setter) {
    if (!(subject instanceof MapValue map) || !target.subjects().includes(map)) {
      return subject;
    }
    Value namespace = map.entries().getOrDefault("namespace", Value.text(""));
    return map.with("namespace", setter.set(namespace));
  }
}
