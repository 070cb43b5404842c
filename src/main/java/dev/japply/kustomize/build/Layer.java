package dev.japply.kustomize.build;

import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kyaml.FieldConfig;

/// The objects and vars collected so far from a kustomization and the kustomizations below it.
final class Layer {
  private final ResMap resources;
  private final VarResolver vars = new VarResolver();
  private FieldConfig config = FieldConfig.NONE;

  Layer(Build build) {
    this.resources = new ResMap(build);
  }

  ResMap resources() {
    return resources;
  }

  FieldConfig config() {
    return config;
  }

  void configure(FieldConfig more) {
    config = config.with(more);
  }

  /// Puts the fields in order as kustomize does when it has built a component: of two that concern
  /// the same one, the first may be the only one that is left.
  void reconfigure() {
    config = FieldConfig.NONE.with(config);
  }

  VarResolver vars() {
    return vars;
  }

  void add(Layer below) {
    resources.append(below.resources.all());
    configure(below.config);
    vars.add(below.vars);
  }
}
