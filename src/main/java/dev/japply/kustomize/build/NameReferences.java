package dev.japply.kustomize.build;

import dev.japply.kustomize.build.NameReferenceCandidates.Referrer;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.Created;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldSpec;
import dev.japply.kyaml.KindPattern;
import dev.japply.kyaml.Reference;
import dev.japply.object.Gvk;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Updates the names of changed objects where other objects refer to them.
final class NameReferences {
  private final List<Reference> references;
  private final ScalarStyle spelling;
  private final Map<Gvk, List<Field>> byKind = new HashMap<>();

  NameReferences(FieldConfig config, ScalarStyle spelling) {
    this.references = config.references();
    this.spelling = spelling;
  }

  private record Field(KindPattern referred, FieldSpec spec) {}

  /// Changes the names in all objects of `resources`.
  ///
  /// @throws JapplyException if several objects may match a name
  void update(ResMap resources) {
    var candidates = new NameReferenceCandidates(resources);
    resources.all().forEach(resource -> update(resource, candidates));
  }

  /// Returns warnings of names that stay because of different namespaces.
  List<Problem> unseen(ResMap resources) {
    var unseen = new UnseenReferences(resources, spelling);
    if (unseen.isImpossible()) {
      return List.of();
    }
    var warnings = new ArrayList<Problem>();
    for (BuiltResource resource : resources.all()) {
      for (Field field : fields(resource.originalId().gvk())) {
        warnings.addAll(unseen.warnings(resource, field.spec(), field.referred()));
      }
    }
    return warnings;
  }

  private void update(BuiltResource resource, NameReferenceCandidates candidates) {
    List<Field> fields = fields(resource.originalId().gvk());
    if (fields.isEmpty()) {
      return;
    }
    if (resource.hasNullVersion()) { // kustomize takes its text and its value for two objects
      throw resource.failure("apiVersion must not be null", "write its version");
    }
    if (!new KindPattern(resource.id().gvk()).matches(Gvk.of(resource.tree()))) {
      return; // its version or kind is no string
    }
    var referrer = new Referrer(resource);
    for (Field field : fields) {
      String path = field.spec().path();
      var name = new NameSetter(candidates, referrer, field.referred(), path, spelling);
      try {
        MapValue changed =
            new FieldEdit(Created.NOTHING, name).editAny(resource.tree(), field.spec());
        resource.follow(changed);
      } catch (FieldException e) {
        throw resource.failure(
            "updating name reference in '%s': %s".formatted(path, e.getMessage()), "", e);
      }
    }
  }

  private List<Field> fields(Gvk gvk) {
    return byKind.computeIfAbsent(
        gvk,
        kind -> {
          var fields = new ArrayList<Field>();
          for (Reference reference : references) {
            for (FieldSpec spec : reference.referrers().fields()) {
              if (spec.kinds().matches(kind)) {
                fields.add(new Field(reference.referred(), spec));
              }
            }
          }
          return fields;
        });
  }
}
