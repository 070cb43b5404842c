package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.build.BuildOptions.Unmatched;
import dev.japply.kustomize.build.Transformers.TransformedLayer;
import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.CollectedFailures;
import dev.japply.kustomize.load.FileLoader;
import dev.japply.kustomize.load.KustomizationFields;
import dev.japply.kustomize.load.OriginAnnotations;
import dev.japply.kustomize.load.ReplacementEntry;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.SharedNodes;
import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.KustomizePatch;
import dev.japply.problem.JapplyException;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// All that a kustomization does to the objects of its layer, in kustomize's order.
record Transformers(Build build, KustomizePatch merge, Differences differences) {
  /// Transforms the objects of `layer` by the fields of `file`, and then by the objects of its
  /// `transformers`.
  void transform(
      TransformedLayer layer,
      KustomizationFields file,
      List<BuiltResource> configs,
      OriginAnnotations notes) {
    Differences here = file.isComponent() ? differences.with(Unmatched.PASSED_OVER) : differences;
    var all =
        new ArrayList<>(FieldTransformers.of(new LayerContext(build, merge, layer, here), file));
    all.addAll(plugins(layer, configs, "transformers"));
    var patches = new CollectedFailures();
    for (Transformer transformer : all) {
      if (transformer.isPatch()) {
        patches.attempt(transformer.work());
      } else {
        patches.throwIfAny();
        transformer.work().run();
      }
      notes.transformed(layer.resources(), transformer.kind(), transformer.config());
    }
    patches.throwIfAny();
  }

  /// Runs the validators on the objects of `layer`.
  ///
  /// @throws dev.japply.problem.JapplyException if one fails, or changes an object
  void validate(TransformedLayer layer, List<BuiltResource> configs) {
    if (!configs.isEmpty()) {
      layer.resources().requireUnique("validation");
    }
    for (Transformer validator : plugins(layer, configs, "validators")) {
      var before = new ValidatorCheck(layer.resources(), build.aliases());
      validator.work().run();
      before.check(layer.resources(), validator);
    }
  }

  /// Objects are made for several kustomizations, as components are.
  private List<Transformer> plugins(
      TransformedLayer layer, List<BuiltResource> configs, String field) {
    var tools = new LayerContext(build, merge, layer, differences.with(Unmatched.PASSED_OVER));
    var plugins = new PluginTransformers(tools, field);
    return configs.stream().map(plugins::of).toList();
  }

  /// Checks that a validator does not change objects. The label that kustomize's validators add as
  /// their signature is allowed.
  private static final class ValidatorCheck {
    private static final String LABEL = "validated-by";

    private final SharedNodes aliases;
    private final Map<BuiltResource, State> before = new LinkedHashMap<>();

    /// All of an object that may change.
    private record State(MapValue tree, int previousIds, int prefixes, int suffixes) {
      static State of(BuiltResource resource) {
        return new State(
            resource.tree(),
            resource.previousIds().size(),
            resource.prefixes().size(),
            resource.suffixes().size());
      }

      State withTree(MapValue other) {
        return new State(other, previousIds, prefixes, suffixes);
      }
    }

    ValidatorCheck(ResMap resources, SharedNodes aliases) {
      this.aliases = aliases;
      resources.all().forEach(resource -> before.put(resource, State.of(resource)));
    }

    /// @throws JapplyException when something has changed
    void check(ResMap resources, Transformer validator) {
      BuiltResource config = Objects.requireNonNull(validator.config());
      if (resources.all().size() != before.size()) {
        throw config.failure("validator shouldn't modify the resource map", "it removes objects");
      }
      for (BuiltResource resource : resources.all()) {
        State now = State.of(resource);
        State old = before.get(resource);
        boolean same =
            old != null
                && now.withTree(old.tree()).equals(old)
                && !hasLabel(old)
                && (isSame(now.tree(), old.tree())
                    || (isSigned(now, old) && withoutLabel(now.tree()).equals(old.tree())));
        if (!same) {
          throw config.failure(
              "validator shouldn't modify the resource map",
              "it changes %s, of %s".formatted(resource.subject(), resource.origin()));
        }
      }
    }

    /// Compares by identity, as kustomize does: it also detects equal values on other lines.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(MapValue one, MapValue other) {
      return one == other;
    }

    private static boolean hasLabel(State state) {
      return state.tree().map("metadata").map("labels").has(LABEL);
    }

    /// Labels of a file move to other lines when one is taken away, labels of the build do not.
    private boolean isSigned(State now, State old) {
      MapValue labels = old.tree().map("metadata").map("labels");
      return hasLabel(now) && labels.entries().values().stream().allMatch(aliases::contains);
    }

    private static MapValue withoutLabel(MapValue tree) {
      MapValue metadata = tree.map("metadata");
      MapValue labels = metadata.map("labels");
      if (!labels.has(LABEL)) {
        return tree;
      }
      MapValue others = labels.without(LABEL);
      return tree.with(
          "metadata",
          others.equals(MapValue.EMPTY)
              ? metadata.without("labels")
              : metadata.with("labels", others));
    }
  }

  /// One thing that is done to the objects of a layer.
  ///
  /// @param kind kustomize's name for it
  /// @param config the object that describes it; null when a field of the kustomization does
  record Transformer(String kind, @Nullable BuiltResource config, Runnable work) {

    /// Returns whether it applies patches, each of them independently.
    boolean isPatch() {
      return kind.startsWith("Patch");
    }
  }

  /// The input of a kustomization's transformers.
  ///
  /// @param config the fields that they change
  /// @param directory the base directory for the files of patches
  record TransformedLayer(ResMap resources, FieldConfig config, FileLoader directory) {}

  /// The dependencies of the transformers of one layer.
  record LayerContext(
      Build build, KustomizePatch merge, TransformedLayer layer, Differences differences) {

    ResMap resources() {
      return layer.resources();
    }

    PatchTransformer patchTransformer() {
      return new PatchTransformer(
          resources(),
          layer.directory(),
          build,
          merge,
          differences.unmatched(),
          differences.items());
    }

    PrefixSuffixTransformer nameTransformer() {
      return new PrefixSuffixTransformer(resources(), build.spelling());
    }

    LabelTransformer labelTransformer() {
      return new LabelTransformer(resources(), build);
    }

    ReplicaImageTransformer workloadTransformer() {
      return new ReplicaImageTransformer(resources(), build.spelling(), differences.faults());
    }

    void replace(List<ReplacementEntry> entries) {
      var replacements =
          new Replacements(resources(), build.spelling(), differences.embeddedTexts());
      ReplacementEntry.all(entries, layer.directory()).forEach(replacements::apply);
    }
  }
}
