package dev.japply.kustomize;

import dev.japply.kustomize.field.FieldConfig;
import dev.japply.kustomize.resource.Build;
import dev.japply.kustomize.resource.ResourceSet;

/// What has been collected of a kustomization so far, and of those below it.
final class Layer {
  private final ResourceSet resources;
  private FieldConfig config = FieldConfig.NONE;

  Layer(Build build) {
    this.resources = new ResourceSet(build);
  }

  ResourceSet resources() {
    return resources;
  }

  FieldConfig config() {
    return config;
  }

  void configure(FieldConfig more) {
    config = config.with(more);
  }

  void add(Layer below) {
    resources.append(below.resources.all());
    configure(below.config);
  }
}
