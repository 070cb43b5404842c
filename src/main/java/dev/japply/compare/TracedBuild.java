package dev.japply.compare;

import dev.japply.yaml.LineRange;
import java.util.List;

/// The objects of a build.
///
/// @param settings lines that change how steps work, such as a file of `configurations`, and
///   patches that remove objects
public record TracedBuild(List<TracedObject> objects, List<LineRange> settings) {
  /// A build without objects.
  public static final TracedBuild NONE = new TracedBuild(List.of(), List.of());

  public TracedBuild {
    objects = List.copyOf(objects);
    settings = List.copyOf(settings);
  }
}
