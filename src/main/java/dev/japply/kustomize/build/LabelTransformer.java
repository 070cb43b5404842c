package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.Faults;
import dev.japply.kustomize.build.FieldSetter.FieldSetStep;
import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.KustomizationFields.LabelEntry;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.SharedNodes;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.FieldConfig.Topic;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.Created;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.kyaml.FieldSpec.KindPattern;
import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.ScalarStyle;
import java.util.List;
import java.util.Map;

/// Gives the objects of a layer their labels and annotations.
final class LabelTransformer {
  private static final String ANNOTATIONS = "metadata/annotations";
  private static final FieldList OWN_LABELS =
      new FieldList(List.of(FieldSpec.of("metadata/labels")));

  private static final FieldList CLAIM_LABELS =
      new FieldList(
          List.of(
              new FieldSpec(
                  new KindPattern(new Gvk("apps", "", "StatefulSet")),
                  "spec/volumeClaimTemplates[]/metadata/labels",
                  true)));

  private static final List<List<String>> PEERS =
      List.of(List.of("ingress", "from"), List.of("egress", "to"));

  private final Build build;
  private final ResMap resources;
  private final SharedNodes aliases;
  private final ScalarStyle spelling;

  LabelTransformer(ResMap resources, Build build) {
    this.build = build;
    this.resources = resources;
    this.aliases = build.aliases();
    this.spelling = build.spelling();
  }

  /// Returns the fields that an entry of `labels` sets.
  ///
  /// @throws JapplyException if the entry has a field that kustomize 5.8.1 does not have
  static FieldList fields(LabelEntry label, FieldConfig config, Faults faults) {
    if (faults == Faults.KEPT && label.claims() != null) {
      throw new JapplyException(
          label.place(), "unknown field \"includeVolumeClaimTemplates\" in labels", "remove it");
    }
    FieldList fields = label.fields().with(config.of(Topic.LABELS));
    if (label.includeSelectors()) {
      return fields.with(config.of(Topic.COMMON_LABELS));
    }
    if (label.includeTemplates()) {
      fields = fields.with(templates(config.of(Topic.TEMPLATE_LABELS), faults));
    }
    if (Boolean.TRUE.equals(label.claims())) {
      fields = fields.with(CLAIM_LABELS);
    }
    return fields.with(OWN_LABELS);
  }

  /// Returns the fields of templates, since 5.8.2 without volume claims, whose labels cannot be
  /// changed later.
  private static FieldList templates(FieldList known, Faults faults) {
    return faults == Faults.KEPT
        ? known
        : new FieldList(
            known.fields().stream()
                .filter(field -> !CLAIM_LABELS.fields().contains(field))
                .toList());
  }

  void set(Map<String, String> entries, FieldList fields, Step setting) {
    if (entries.isEmpty()) {
      return;
    }
    var step = FieldSetStep.ofValue(fields, setting, entries.keySet());
    for (BuiltResource resource : resources.all()) {
      if (resource.isNoted()) {
        addAnnotations(resource, fields);
      }
      if (resource.kind().equals("NetworkPolicy")) {
        warnOfPeers(resource, fields, setting);
      }
      step.set(
          resource, new FieldEdit(Created.MAP, FieldSetter.entries(entries, aliases, spelling)));
    }
  }

  /// Warns of labels in the selectors of peers in other namespaces, whose Pods seldom have them.
  private void warnOfPeers(BuiltResource policy, FieldList fields, Step setting) {
    FieldPath spec = FieldPath.root().key("spec");
    for (List<String> direction : PEERS) {
      List<MapValue> rules = policy.tree().map("spec").maps(direction.getFirst());
      for (int i = 0; i < rules.size(); i++) {
        FieldPath rule = spec.key(direction.getFirst()).index(i).key(direction.getLast());
        List<MapValue> peers = rules.get(i).maps(direction.getLast());
        for (int j = 0; j < peers.size(); j++) {
          FieldPath labels = rule.index(j).key("podSelector").key("matchLabels");
          if (peers.get(j).has("namespaceSelector")
              && labels.in(policy.tree()) instanceof MapValue
              && fields.fields().stream().anyMatch(field -> field.isAt(labels))) {
            build.warn(
                Problem.warning(
                    WarningId.PEER_LABELS,
                    setting.place(labels),
                    policy.subject(),
                    "the labels also become part of %s, for Pods of other namespaces"
                        .formatted(labels),
                    "leave selectors out, or name the fields by fieldSpecs; the policy is at "
                        + policy.place(labels)));
          }
        }
      }
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
