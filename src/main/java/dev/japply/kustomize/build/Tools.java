package dev.japply.kustomize.build;

import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.ReplacementEntry;
import dev.japply.kustomize.load.ReplacementReader;
import dev.japply.kustomize.load.ResourceSet;
import dev.japply.kyaml.KustomizePatch;
import java.util.List;

/// The dependencies of the transformers of one layer.
record Tools(Build build, KustomizePatch merge, TransformedLayer layer, Unmatched unmatched) {

  ResourceSet resources() {
    return layer.resources();
  }

  Patching patching() {
    return new Patching(resources(), layer.folder(), build, merge, unmatched);
  }

  Naming naming() {
    return new Naming(resources(), build.spelling());
  }

  Marking marking() {
    return new Marking(resources(), build);
  }

  Workloads workloads() {
    return new Workloads(resources(), build.spelling());
  }

  void replace(List<ReplacementEntry> entries) {
    var replacements = new Replacements(resources(), build.spelling());
    ReplacementReader.all(entries, layer.folder()).forEach(replacements::apply);
  }
}
