package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.ReplacementEntry;
import dev.japply.kustomize.load.ReplacementReader;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kyaml.KustomizePatch;
import java.util.List;

/// The dependencies of the transformers of one layer.
record LayerContext(
    Build build, KustomizePatch merge, TransformedLayer layer, Differences differences) {

  ResMap resources() {
    return layer.resources();
  }

  PatchTransformer patchTransformer() {
    return new PatchTransformer(
        resources(), layer.directory(), build, merge, differences.unmatched(), differences.items());
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
    var replacements = new Replacements(resources(), build.spelling(), differences.embeddedTexts());
    ReplacementReader.all(entries, layer.directory()).forEach(replacements::apply);
  }
}
