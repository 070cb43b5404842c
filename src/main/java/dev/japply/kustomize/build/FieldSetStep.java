package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sets the fields of a list in objects, and records the position of the setting in the
/// kustomization.
final class FieldSetStep {
  private final FieldList fields;
  private final Step step;
  private final Map<Gvk, List<FieldSpec>> byKind = new HashMap<>();

  /// @param step the setting in the kustomization
  FieldSetStep(FieldList fields, Step step) {
    this.fields = fields;
    this.step = step;
  }

  /// The fields of objects of that kind.
  List<FieldSpec> fields(Gvk gvk) {
    return byKind.computeIfAbsent(
        gvk,
        kind -> fields.fields().stream().filter(field -> field.kinds().matches(kind)).toList());
  }

  void set(BuiltResource resource, FieldEdit edit) {
    MapValue tree = resource.tree();
    for (FieldSpec field : fields(resource.id().gvk())) {
      tree = set(resource, tree, edit, field);
    }
    resource.become(tree, step);
  }

  void setOne(BuiltResource resource, FieldEdit edit, FieldSpec field) {
    resource.become(set(resource, resource.tree(), edit, field), step);
  }

  private MapValue set(BuiltResource resource, MapValue tree, FieldEdit edit, FieldSpec field) {
    try {
      return edit.edit(tree, field);
    } catch (FieldException e) {
      Origin place = step.place(FieldPath.root());
      throw resource.failure(
          "considering field '%s': %s".formatted(field.path(), e.getMessage()),
          place.line() == 0 ? "" : "requested at " + place,
          e);
    }
  }
}
