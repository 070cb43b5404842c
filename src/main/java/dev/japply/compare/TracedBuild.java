package dev.japply.compare;

import dev.japply.tree.FieldPath;
import dev.japply.yaml.LineRange;
import java.util.List;
import java.util.function.Function;

/// The objects of a build.
///
/// @param settings returns lines that change how steps work on a field, such as a file of
///   `configurations`; for the root all of them, and patches that remove objects
public record TracedBuild(
    List<TracedObject> objects, Function<FieldPath, List<LineRange>> settings) {
  /// A build without objects.
  public static final TracedBuild NONE = of(List.of());

  public TracedBuild {
    objects = List.copyOf(objects);
  }

  /// Returns a build without settings.
  public static TracedBuild of(List<TracedObject> objects) {
    return new TracedBuild(objects, path -> List.of());
  }
}
