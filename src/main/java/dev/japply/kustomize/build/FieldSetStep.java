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
import dev.japply.yaml.DecidingLines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sets the fields of a list in objects, and records the position of the setting in the
/// kustomization.
final class FieldSetStep {
  private final FieldList fields;
  private final Step step;

  /// The keys that it sets in maps, empty for scalars; null if it does not set the same value
  /// everywhere.
  private final @Nullable Set<String> entries;

  private final Map<Gvk, List<FieldSpec>> byKind = new HashMap<>();

  /// @param step the setting in the kustomization
  FieldSetStep(FieldList fields, Step step) {
    this(fields, step, null);
  }

  private FieldSetStep(FieldList fields, Step step, @Nullable Set<String> entries) {
    this.fields = fields;
    this.step = step;
    this.entries = entries;
  }

  /// Returns a step that sets the same value everywhere, even if a field has that value.
  ///
  /// @param entries the keys that it sets in maps; empty if the fields are scalars
  static FieldSetStep ofValue(FieldList fields, Step step, Set<String> entries) {
    return new FieldSetStep(fields, step, entries);
  }

  /// The step for one object, with the fields that it sets there.
  private record Assignment(Step step, List<FieldSpec> fields, Set<String> entries)
      implements Step {
    @Override
    public Origin place(FieldPath path) {
      return step.place(path);
    }

    @Override
    public DecidingLines lines(FieldPath path) {
      return step.lines(path);
    }

    @Override
    public boolean sets(FieldPath path) {
      if (entries.isEmpty()) {
        return fields.stream().anyMatch(field -> field.isAt(path));
      }
      return path instanceof FieldPath.Key(FieldPath map, String key)
          && entries.contains(key)
          && fields.stream().anyMatch(field -> field.isAt(map));
    }
  }

  /// The fields of objects of that kind.
  List<FieldSpec> fields(Gvk gvk) {
    return byKind.computeIfAbsent(
        gvk,
        kind -> fields.fields().stream().filter(field -> field.kinds().matches(kind)).toList());
  }

  void set(BuiltResource resource, FieldEdit edit) {
    MapValue tree = resource.tree();
    List<FieldSpec> all = fields(resource.id().gvk());
    for (FieldSpec field : all) {
      tree = set(resource, tree, edit, field);
    }
    change(resource, tree, all);
  }

  void setOne(BuiltResource resource, FieldEdit edit, FieldSpec field) {
    change(resource, set(resource, resource.tree(), edit, field), List.of(field));
  }

  private void change(BuiltResource resource, MapValue changed, List<FieldSpec> all) {
    Step own = step.on(resource.id().gvk());
    if (entries == null) {
      resource.become(changed, own);
    } else {
      resource.assign(changed, new Assignment(own, all, entries));
    }
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
