package dev.japply.kustomize.transform;

import dev.japply.kustomize.field.FieldConfig;
import dev.japply.kustomize.field.FieldConfig.Topic;
import dev.japply.kustomize.field.FieldEdit;
import dev.japply.kustomize.field.FieldEdit.Created;
import dev.japply.kustomize.field.FieldList;
import dev.japply.kustomize.field.FieldSpec;
import dev.japply.kustomize.model.KustomizationFile;
import dev.japply.kustomize.model.KustomizationFile.Metadata;
import dev.japply.kustomize.model.LabelEntry;
import dev.japply.kustomize.resource.Aliases;
import dev.japply.kustomize.resource.ResourceSet;
import dev.japply.problem.Origin;
import java.util.List;
import java.util.Map;

/// Gives the objects of a layer their labels and annotations.
final class Marking {
  private static final FieldList OWN_LABELS =
      new FieldList(List.of(FieldSpec.of("metadata/labels", true)));

  private final ResourceSet resources;
  private final FieldConfig config;
  private final Aliases aliases;

  Marking(ResourceSet resources, FieldConfig config, Aliases aliases) {
    this.resources = resources;
    this.config = config;
    this.aliases = aliases;
  }

  void mark(KustomizationFile file) {
    Metadata metadata = file.changes().metadata();
    for (LabelEntry label : metadata.labels()) {
      set(label.pairs(), fields(label), label.place());
    }
    set(metadata.commonLabels(), config.of(Topic.COMMON_LABELS), file.place("commonLabels"));
    set(
        metadata.commonAnnotations(),
        config.of(Topic.COMMON_ANNOTATIONS),
        file.place("commonAnnotations"));
  }

  private FieldList fields(LabelEntry label) {
    FieldList fields = label.fields().with(config.of(Topic.LABELS));
    if (label.includeSelectors()) {
      return fields.with(config.of(Topic.COMMON_LABELS));
    }
    return (label.includeTemplates() ? fields.with(config.of(Topic.TEMPLATE_LABELS)) : fields)
        .with(OWN_LABELS);
  }

  private void set(Map<String, String> entries, FieldList fields, Origin place) {
    if (entries.isEmpty()) {
      return;
    }
    var step = new Step(fields, place);
    var edit = new FieldEdit(Created.MAP, Setters.entries(entries, aliases));
    resources.all().forEach(resource -> step.set(resource, edit));
  }
}
