package dev.japply.kustomize.build;

import dev.japply.kustomize.build.PrefixSuffixTransformer.Subjects;
import dev.japply.kustomize.build.Transformers.LayerContext;
import dev.japply.kustomize.build.Transformers.Transformer;
import dev.japply.kustomize.load.KustomizationFields;
import dev.japply.kustomize.load.KustomizationFields.Changes;
import dev.japply.kustomize.load.KustomizationFields.LabelEntry;
import dev.japply.kustomize.load.KustomizationFields.Names;
import dev.japply.kustomize.load.KustomizationFields.PatchEntry;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.FieldConfig.Topic;
import dev.japply.problem.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The transformers that fields of a kustomization describe, in kustomize's order.
final class FieldTransformers {
  private final LayerContext tools;
  private final KustomizationFields file;
  private final FieldConfig config;
  private final List<Transformer> all = new ArrayList<>();

  private FieldTransformers(LayerContext tools, KustomizationFields file) {
    this.tools = tools;
    this.file = file;
    this.config = tools.layer().config();
  }

  static List<Transformer> of(LayerContext tools, KustomizationFields file) {
    var transformers = new FieldTransformers(tools, file);
    transformers.patches();
    transformers.names();
    transformers.marks();
    transformers.others();
    return transformers.all;
  }

  private void add(String kind, Runnable work) {
    all.add(new Transformer(kind, null, work));
  }

  private void patches() {
    Changes changes = file.changes();
    if (!changes.patchesStrategicMerge().isEmpty()) {
      add(
          "PatchStrategicMergeTransformer",
          () -> tools.patchTransformer().patchStrategically(changes.patchesStrategicMerge()));
    }
    for (PatchEntry patch : changes.patches()) {
      add("PatchTransformer", () -> tools.patchTransformer().patch(patch));
    }
  }

  private void names() {
    Names names = file.names();
    PrefixSuffixTransformer naming = tools.nameTransformer();
    if (!names.namespace().isEmpty()) {
      var target =
          new PrefixSuffixTransformer.Target(
              names.namespace(), Subjects.DEFAULT, /* unsetOnly= */ false);
      add(
          "NamespaceTransformer",
          () -> naming.setNamespace(target, config.of(Topic.NAMESPACE), at("namespace")));
    }
    if (!names.prefix().isEmpty()) {
      add(
          "PrefixTransformer",
          () -> naming.addPrefix(names.prefix(), config.of(Topic.NAME_PREFIX), at("namePrefix")));
    }
    if (!names.suffix().isEmpty()) {
      add(
          "SuffixTransformer",
          () -> naming.addSuffix(names.suffix(), config.of(Topic.NAME_SUFFIX), at("nameSuffix")));
    }
  }

  private Step at(String field) {
    Origin place = file.place(field);
    return path -> place;
  }

  private void marks() {
    KustomizationFields.Metadata metadata = file.changes().metadata();
    LabelTransformer marking = tools.labelTransformer();
    for (LabelEntry label : metadata.labels()) {
      add(
          "LabelTransformer",
          () ->
              marking.set(
                  label.pairs(),
                  LabelTransformer.fields(label, config, tools.differences().faults()),
                  label.lines().step(label.place())));
    }
    Map<String, String> labels = metadata.commonLabels();
    if (!metadata.labels().isEmpty() || !labels.isEmpty()) {
      add(
          "LabelTransformer",
          () ->
              marking.set(
                  labels,
                  config.of(Topic.COMMON_LABELS),
                  metadata.commonLabelLines().step(file.place("commonLabels"))));
    }
    Map<String, String> annotations = metadata.commonAnnotations();
    if (!annotations.isEmpty()) {
      add(
          "AnnotationsTransformer",
          () ->
              marking.set(
                  annotations,
                  config.of(Topic.COMMON_ANNOTATIONS),
                  metadata.commonAnnotationLines().step(file.place("commonAnnotations"))));
    }
  }

  private void others() {
    for (PatchEntry patch : file.changes().patchesJson6902()) {
      add("PatchJson6902Transformer", () -> tools.patchTransformer().patchJson(patch));
    }
    for (var replica : file.changes().containers().replicas()) {
      add(
          "ReplicaCountTransformer",
          () -> tools.workloadTransformer().setReplicas(replica, config.of(Topic.REPLICAS)));
    }
    for (var image : file.changes().containers().images()) {
      add(
          "ImageTagTransformer",
          () ->
              tools
                  .workloadTransformer()
                  .setImage(
                      image,
                      ReplicaImageTransformer.images(
                          config.of(Topic.IMAGES), tools.differences().faults())));
    }
    var replacements = file.substitutions().replacements();
    if (!replacements.isEmpty()) {
      add("ReplacementTransformer", () -> tools.replace(replacements));
    }
  }
}
