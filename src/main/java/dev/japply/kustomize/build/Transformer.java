package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import org.jspecify.annotations.Nullable;

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
