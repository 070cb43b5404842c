package dev.japply.kustomize.load;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Labels, annotations and flags of generated objects.
public record GeneratorOptions(
    Map<String, String> labels,
    Map<String, String> annotations,
    boolean disableNameSuffixHash,
    boolean immutable) {

  static GeneratorOptions read(FieldReader map) {
    return new GeneratorOptions(
        map.textMap("labels"),
        map.textMap("annotations"),
        map.flag("disableNameSuffixHash"),
        map.flag("immutable"));
  }

  /// Merges the options of one generator into the options for all generators; its own take
  /// precedence.
  static @Nullable GeneratorOptions merged(
      @Nullable GeneratorOptions own, @Nullable GeneratorOptions all) {
    if (own == null || all == null) {
      return own == null ? all : own;
    }
    return new GeneratorOptions(
        merged(own.labels, all.labels),
        merged(own.annotations, all.annotations),
        own.disableNameSuffixHash || all.disableNameSuffixHash,
        own.immutable || all.immutable);
  }

  private static Map<String, String> merged(Map<String, String> own, Map<String, String> all) {
    var merged = new LinkedHashMap<>(all);
    merged.putAll(own);
    return merged;
  }
}
