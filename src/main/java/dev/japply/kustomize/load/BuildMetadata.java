package dev.japply.kustomize.load;

import java.util.List;

/// The field `buildMetadata`: what the objects say of how they were built.
///
/// @param isKept whether anything is noted during the build at all
/// @param hasOrigins whether annotations say where the objects come from
/// @param hasTransformations whether annotations say what changed them
/// @param hasLabel whether a label says what built them
public record BuildMetadata(
    boolean isKept, boolean hasOrigins, boolean hasTransformations, boolean hasLabel) {

  static BuildMetadata read(FieldReader map) {
    List<String> options = map.texts("buildMetadata").stream().map(Entry::text).toList();
    return new BuildMetadata(
        !options.isEmpty(),
        options.contains("originAnnotations"),
        options.contains("transformerAnnotations"),
        options.contains("managedByLabel"));
  }
}
