package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.CollectedFailures;
import dev.japply.kustomize.load.KustomizationFields;
import dev.japply.kustomize.load.OriginAnnotations;
import dev.japply.kyaml.KustomizePatch;
import java.util.ArrayList;
import java.util.List;

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
}
