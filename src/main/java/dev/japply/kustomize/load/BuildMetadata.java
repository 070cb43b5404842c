package dev.japply.kustomize.load;

import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The field `buildMetadata`: the information about the build that goes into the objects.
///
/// @param options the texts of the field
public record BuildMetadata(List<TextEntry> options) {
  /// The label that names the tool.
  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  private static final String ORIGIN = "originAnnotations";
  private static final String TRANSFORMATIONS = "transformerAnnotations";
  private static final String LABEL = "managedByLabel";

  private static final FieldPath METADATA = FieldPath.root().key("metadata");

  public BuildMetadata {
    options = List.copyOf(options);
  }

  static BuildMetadata read(FieldReader map) {
    return new BuildMetadata(map.texts("buildMetadata"));
  }

  /// Returns whether the build records anything at all.
  public boolean isKept() {
    return !options.isEmpty();
  }

  /// Returns whether annotations contain the origin of the objects.
  public boolean hasOrigins() {
    return has(ORIGIN);
  }

  /// Returns whether annotations contain the transformations of the objects.
  public boolean hasTransformations() {
    return has(TRANSFORMATIONS);
  }

  /// Returns whether a label names the tool that built them.
  public boolean hasLabel() {
    return has(LABEL);
  }

  private boolean has(String option) {
    for (TextEntry each : options) { // for each object, and mostly there are none
      if (each.text().equals(option)) {
        return true;
      }
    }
    return false;
  }

  /// Notes the options as settings of the build.
  public void noteIn(Build build) {
    for (TextEntry option : options) {
      FieldPath field = field(option);
      build.set(
          List.of(LineRange.at(option.place())), path -> field != null && field.overlaps(path));
    }
  }

  /// Returns the lines that decide whether an annotation stays: first the one of its option.
  public DecidingLines linesOf(FieldPath path) {
    List<LineRange> own = lines(path, true);
    return DecidingLines.of(LineRange.joined(own, lines(path, false)));
  }

  private List<LineRange> lines(FieldPath path, boolean isOwn) {
    return options.stream()
        .filter(option -> !option.text().equals(LABEL))
        .filter(option -> path.equals(field(option)) == isOwn)
        .map(option -> LineRange.at(option.place()))
        .toList();
  }

  /// Returns the field that an option sets; null if there is no such option.
  private static @Nullable FieldPath field(TextEntry option) {
    return switch (option.text()) {
      case ORIGIN -> METADATA.key("annotations").key(OriginAnnotations.ORIGIN);
      case TRANSFORMATIONS -> METADATA.key("annotations").key(OriginAnnotations.TRANSFORMATIONS);
      case LABEL -> METADATA.key("labels").key(MANAGED_BY);
      default -> null;
    };
  }
}
