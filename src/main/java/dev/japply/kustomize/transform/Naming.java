package dev.japply.kustomize.transform;

import dev.japply.kustomize.field.FieldConfig;
import dev.japply.kustomize.field.FieldConfig.Topic;
import dev.japply.kustomize.field.FieldEdit;
import dev.japply.kustomize.field.FieldEdit.Created;
import dev.japply.kustomize.field.FieldList;
import dev.japply.kustomize.field.FieldSpec;
import dev.japply.kustomize.field.KindPattern;
import dev.japply.kustomize.model.KustomizationFile;
import dev.japply.kustomize.resource.Resource;
import dev.japply.kustomize.resource.ResourceSet;
import dev.japply.manifest.document.Spelling;
import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Gives the objects of a layer their namespace, and their names a prefix and a suffix.
final class Naming {
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

  private final ResourceSet resources;
  private final FieldConfig config;
  private final Spelling spelling;

  Naming(ResourceSet resources, FieldConfig config, Spelling spelling) {
    this.resources = resources;
    this.config = config;
    this.spelling = spelling;
  }

  void name(KustomizationFile file) {
    KustomizationFile.Names names = file.names();
    if (!names.namespace().isEmpty()) {
      setNamespace(names.namespace(), file.place("namespace"));
    }
    if (!names.prefix().isEmpty()) {
      String prefix = names.prefix();
      affix(
          new Step(config.of(Topic.NAME_PREFIX), file.place("namePrefix")),
          name -> prefix + name,
          resource -> resource.addPrefix(prefix));
    }
    if (!names.suffix().isEmpty()) {
      String suffix = names.suffix();
      affix(
          new Step(config.of(Topic.NAME_SUFFIX), file.place("nameSuffix")),
          name -> name + suffix,
          resource -> resource.addSuffix(suffix));
    }
  }

  private void affix(Step step, UnaryOperator<String> change, Consumer<Resource> note) {
    var edit = new FieldEdit(Created.SCALAR, Setters.text(spelling, change));
    for (Resource resource : resources.all()) {
      Gvk original = resource.originalId().gvk();
      if (UNTOUCHED.stream().anyMatch(kind -> kind.matches(original))) {
        continue;
      }
      for (FieldSpec field : step.fields(original)) {
        if (field.path().equals(NAME)) {
          note.accept(resource);
          resource.rememberId();
        }
        step.setOne(resource, edit, field);
      }
    }
  }

  private void setNamespace(String namespace, Origin place) {
    var step = new Step(fields(), place);
    var edit = new FieldEdit(Created.SCALAR, Setters.text(spelling, old -> namespace));
    for (Resource resource : resources.all()) {
      resource.rememberId();
      Gvk gvk = resource.id().gvk();
      if (!resource.id().isClusterScoped()) {
        step.setOne(resource, edit, FieldSpec.of(NAMESPACE, true));
      }
      boolean binding = BINDINGS.contains(gvk.kind());
      if (binding) {
        checkSubjects(resource);
        resource.become(withSubjects(resource.tree(), namespace), path -> place);
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
    resources.requireUnique("namespace transformation");
  }

  private FieldList fields() {
    return new FieldList(
        config.of(Topic.NAMESPACE).fields().stream()
            .filter(field -> !field.path().equals(NAMESPACE))
            .toList());
  }

  private static void checkSubjects(Resource resource) {
    if (resource.tree().get("subjects") instanceof ScalarValue) {
      throw resource.failure("subjects must be a list", "correct them");
    }
  }

  /// Of the subjects of a binding only the one named `default` is certain to be in the namespace.
  private MapValue withSubjects(MapValue binding, String namespace) {
    if (!(binding.get("subjects") instanceof ListValue(List<Value> subjects))) {
      return binding;
    }
    var moved = new ArrayList<Value>();
    for (Value subject : subjects) {
      boolean isDefault =
          subject instanceof MapValue map
              && !(map.get("name") instanceof Missing)
              && map.text("name").equals("default");
      moved.add(
          isDefault ? ((MapValue) subject).with("namespace", Value.text(namespace)) : subject);
    }
    return moved.equals(subjects) ? binding : binding.with("subjects", new ListValue(moved));
  }
}
