package dev.japply.kustomize.load;

import dev.japply.tree.FieldPath;
import dev.japply.yaml.LineRange;
import java.util.List;
import java.util.stream.Stream;

/// The field `buildMetadata`: the information about the build that goes into the objects.
///
/// @param isKept whether the build records anything at all
/// @param hasOrigins whether annotations contain the origin of the objects
/// @param hasTransformations whether annotations contain the transformations of the objects
/// @param hasLabel whether a label names the tool that built them
public record BuildMetadata(
    boolean isKept,
    boolean hasOrigins,
    boolean hasTransformations,
    boolean hasLabel,
    List<LineRange> lines) {
  private static final FieldPath LABELS = FieldPath.root().key("metadata").key("labels");
  private static final FieldPath ANNOTATIONS = FieldPath.root().key("metadata").key("annotations");

  static BuildMetadata read(FieldReader map) {
    List<String> options = map.texts("buildMetadata").stream().map(Entry::text).toList();
    return new BuildMetadata(
        !options.isEmpty(),
        options.contains("originAnnotations"),
        options.contains("transformerAnnotations"),
        options.contains("managedByLabel"),
        map.lines("buildMetadata"));
  }

  /// Returns whether a field can have such information.
  public static boolean isAbout(FieldPath path) {
    return Stream.of(LABELS, ANNOTATIONS)
        .anyMatch(field -> field.isWithin(path) || path.isWithin(field));
  }
}
