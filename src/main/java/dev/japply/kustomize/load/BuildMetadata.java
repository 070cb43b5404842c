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
/// @param labelLines the lines that decide the label
/// @param annotationLines the lines that decide the annotations
public record BuildMetadata(
    boolean isKept,
    boolean hasOrigins,
    boolean hasTransformations,
    boolean hasLabel,
    List<LineRange> labelLines,
    List<LineRange> annotationLines) {
  private static final String LABEL = "managedByLabel";

  private static final FieldPath LABELS = FieldPath.root().key("metadata").key("labels");
  private static final FieldPath ANNOTATIONS = FieldPath.root().key("metadata").key("annotations");

  static BuildMetadata read(FieldReader map) {
    List<Entry> entries = map.texts("buildMetadata");
    List<String> options = entries.stream().map(Entry::text).toList();
    return new BuildMetadata(
        !options.isEmpty(),
        options.contains("originAnnotations"),
        options.contains("transformerAnnotations"),
        options.contains(LABEL),
        lines(entries.stream().filter(entry -> entry.text().equals(LABEL))),
        lines(entries.stream().filter(entry -> !entry.text().equals(LABEL))));
  }

  private static List<LineRange> lines(Stream<Entry> entries) {
    return entries.map(entry -> LineRange.at(entry.place())).toList();
  }

  /// Returns whether a field can have the label.
  public static boolean isAboutLabel(FieldPath path) {
    return meet(path, LABELS);
  }

  /// Returns whether a field can have one of the annotations.
  public static boolean isAboutAnnotation(FieldPath path) {
    return meet(path, ANNOTATIONS);
  }

  private static boolean meet(FieldPath path, FieldPath field) {
    return field.isWithin(path) || path.isWithin(field);
  }
}
