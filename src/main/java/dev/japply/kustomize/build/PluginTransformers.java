package dev.japply.kustomize.build;

import dev.japply.kustomize.build.PrefixSuffixTransformer.Subjects;
import dev.japply.kustomize.build.Transformers.LayerContext;
import dev.japply.kustomize.build.Transformers.Transformer;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.FieldListLines;
import dev.japply.kustomize.load.FieldReader;
import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.kustomize.load.KustomizationFields.ImageEntry;
import dev.japply.kustomize.load.KustomizationFields.PatchEntry;
import dev.japply.kustomize.load.KustomizationFields.ReplicaEntry;
import dev.japply.kustomize.load.KustomizationFields.ResourceSelector;
import dev.japply.kustomize.load.PluginReader;
import dev.japply.kustomize.load.ReplacementEntry;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldList;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Creates transformers from the objects that describe them, for kustomize's built-in kinds.
record PluginTransformers(LayerContext tools, String field) {
  private static final String FIELDS = "fieldSpecs";

  /// The transformer that `config` describes.
  ///
  /// @throws JapplyException when it is of no built-in kind, or its fields cannot be read
  Transformer of(BuiltResource config) {
    PluginReader.requireBuiltin(config, field);
    Runnable work = PluginReader.read(config, map -> work(config, map));
    return new Transformer(config.kind(), config, work);
  }

  private Runnable work(BuiltResource config, FieldReader map) {
    return switch (config.kind()) {
      case "NamespaceTransformer" -> namespace(map);
      case "PrefixTransformer" -> prefix(map);
      case "SuffixTransformer" -> suffix(map);
      case "PrefixSuffixTransformer" -> both(prefix(map), suffix(map));
      case "LabelTransformer" -> mark(map, "labels");
      case "AnnotationsTransformer" -> mark(map, "annotations");
      case "ImageTagTransformer" -> image(map);
      case "ReplicaCountTransformer" -> replicas(map);
      case "PatchTransformer" -> patch(map);
      case "PatchStrategicMergeTransformer" -> mergePatches(map);
      case "PatchJson6902Transformer" -> jsonPatch(map);
      case "ReplacementTransformer" -> replacements(map);
      case "ValueAddTransformer" -> ValueAddTransformer.read(config, map, tools);
      case "HashTransformer" ->
          () -> new NameHash(tools.build().spelling()).append(tools.resources());
      default -> throw PluginReader.unknown(config, field);
    };
  }

  private static Runnable both(Runnable first, Runnable second) {
    return () -> {
      first.run();
      second.run();
    };
  }

  private static FieldListLines fields(FieldReader map) {
    return map.fieldListLines(FIELDS);
  }

  private static Step step(FieldReader map, List<LineRange> values, FieldListLines fields) {
    return fields.step(map.place(), path -> values);
  }

  private Runnable namespace(FieldReader map) {
    String namespace = map.map("metadata", metadata -> metadata.text("namespace"));
    if (namespace == null || namespace.isEmpty()) {
      return () -> {};
    }
    var target =
        new PrefixSuffixTransformer.Target(namespace, subjects(map), map.flag("unsetOnly"));
    FieldListLines fields = map.fieldListLines(FIELDS, "unsetOnly", "setRoleBindingSubjects");
    Step step = step(map, map.innerLines("metadata", "namespace"), fields);
    return () -> tools.nameTransformer().setNamespace(target, fields.fields(), step);
  }

  private static Subjects subjects(FieldReader map) {
    String field = "setRoleBindingSubjects";
    String written = map.text(field);
    return switch (written) {
      case "", "defaultOnly" -> Subjects.DEFAULT;
      case "allServiceAccounts" -> Subjects.SERVICE_ACCOUNTS;
      case "none" -> Subjects.NONE;
      default ->
          throw new JapplyException(
              map.place(field),
              "invalid value \"%s\" for %s".formatted(written, field),
              "write defaultOnly, none or allServiceAccounts");
    };
  }

  private Runnable prefix(FieldReader map) {
    requireFields(map);
    String prefix = map.text("prefix");
    FieldListLines fields = fields(map);
    Step step = step(map, map.lines("prefix"), fields);
    return () -> tools.nameTransformer().addPrefix(prefix, fields.fields(), step);
  }

  private Runnable suffix(FieldReader map) {
    requireFields(map);
    String suffix = map.text("suffix");
    FieldListLines fields = fields(map);
    Step step = step(map, map.lines("suffix"), fields);
    return () -> tools.nameTransformer().addSuffix(suffix, fields.fields(), step);
  }

  private static void requireFields(FieldReader map) {
    if (!map.has(FIELDS)) {
      throw new JapplyException(
          map.place(),
          "fieldSpecs is not expected to be nil",
          "write fieldSpecs with the path metadata/name");
    }
  }

  private Runnable mark(FieldReader map, String what) {
    var entries = map.textMap(what);
    FieldListLines fields = fields(map);
    Step step = map.keyLines(what).with(fields).step(map.place());
    return () -> tools.labelTransformer().set(entries, fields.fields(), step);
  }

  private Runnable image(FieldReader map) {
    ImageEntry image = map.map("imageTag", ImageEntry::read);
    FieldList fields = fields(map).fields();
    ImageEntry entry =
        image == null
            ? new ImageEntry("", "", "", "", "", map.place(), DecidingLines.of(map.lines()))
            : image.with(map.lines(FIELDS));
    return () -> tools.workloadTransformer().setImage(entry, fields);
  }

  private Runnable replicas(FieldReader map) {
    ReplicaEntry replicas = map.map("replica", ReplicaEntry::read);
    FieldList fields = fields(map).fields();
    ReplicaEntry entry =
        replicas == null
            ? new ReplicaEntry("", 0, map.place(), DecidingLines.of(map.lines()))
            : replicas.with(map.lines(FIELDS));
    return () -> tools.workloadTransformer().setReplicas(entry, fields);
  }

  private Runnable patch(FieldReader map) {
    PatchEntry patch = PatchEntry.read(map);
    return () -> tools.patchTransformer().patch(patch);
  }

  private Runnable mergePatches(FieldReader map) {
    var patches = new ArrayList<>(map.texts("paths"));
    String inline = map.text("patches");
    if (!inline.isEmpty()) {
      patches.add(new TextEntry(inline, map.textPlace("patches")));
    }
    if (patches.isEmpty()) {
      throw new JapplyException(
          map.place(), "empty file path and empty patch content", "write paths or patches");
    }
    return () -> tools.patchTransformer().patchStrategically(patches);
  }

  private Runnable jsonPatch(FieldReader map) {
    Origin place = map.place();
    @Nullable ResourceSelector target = map.map("target", ResourceSelector::read);
    var patch =
        new PatchEntry(
            map.text("path"),
            map.text("jsonOp"),
            target,
            false,
            false,
            place,
            map.textPlace("jsonOp"),
            map.lines("target", "path"));
    return () -> tools.patchTransformer().patchJson(patch);
  }

  private Runnable replacements(FieldReader map) {
    List<ReplacementEntry> replacements = map.maps("replacements", ReplacementEntry::read);
    return () -> tools.replace(replacements);
  }
}
