package dev.japply.kustomize.build;

import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.LabelEntry;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.SharedNodes;
import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.FieldConfig.Topic;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.Created;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.problem.Origin;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.ScalarStyle;
import java.util.List;
import java.util.Map;

/// Gives the objects of a layer their labels and annotations.
final class LabelTransformer {
  private static final String ANNOTATIONS = "metadata/annotations";
  private static final FieldList OWN_LABELS =
      new FieldList(List.of(FieldSpec.of("metadata/labels", true)));

  private final ResMap resources;
  private final SharedNodes aliases;
  private final ScalarStyle spelling;

  LabelTransformer(ResMap resources, Build build) {
    this.resources = resources;
    this.aliases = build.aliases();
    this.spelling = build.spelling();
  }

  /// Returns the fields that an entry of `labels` sets.
  static FieldList fields(LabelEntry label, FieldConfig config) {
    FieldList fields = label.fields().with(config.of(Topic.LABELS));
    if (label.includeSelectors()) {
      return fields.with(config.of(Topic.COMMON_LABELS));
    }
    return (label.includeTemplates() ? fields.with(config.of(Topic.TEMPLATE_LABELS)) : fields)
        .with(OWN_LABELS);
  }

  /// Adds entries to the maps in these fields.
  void set(Map<String, String> entries, FieldList fields, Origin place) {
    if (entries.isEmpty()) {
      return;
    }
    var step = new FieldSetStep(fields, place);
    for (BuiltResource resource : resources.all()) {
      if (resource.isNoted()) {
        addAnnotations(resource, fields);
      }
      step.set(
          resource, new FieldEdit(Created.MAP, FieldSetter.entries(entries, aliases, spelling)));
    }
  }

  /// kustomize keeps its notes in annotations, so that there are some to add to.
  private static void addAnnotations(BuiltResource resource, FieldList fields) {
    MapValue tree = resource.tree();
    MapValue metadata = tree.map("metadata");
    boolean isMeant =
        fields.fields().stream()
            .anyMatch(field ->
                field.path().equals(ANNOTATIONS) && field.kinds().matches(resource.id().gvk()));
    if (isMeant && !metadata.has("annotations")) {
      resource.follow(tree.with("metadata", metadata.with("annotations", MapValue.EMPTY)));
    }
  }
}
