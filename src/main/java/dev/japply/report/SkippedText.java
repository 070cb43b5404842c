package dev.japply.report;

import dev.japply.object.KubeObject;
import java.util.List;
import java.util.stream.Collectors;

/// Lists the objects of the input that are not for the cluster, on one line.
final class SkippedText {
  /// So many of them are named.
  private static final int NAMED = 5;

  private SkippedText() {}

  static String of(List<KubeObject> objects) {
    int more = objects.size() - NAMED;
    String names =
        objects.stream()
            .limit(NAMED)
            .map(object -> object.key().subject())
            .collect(Collectors.joining(", ", "", more > 0 ? " and " + more + " more" : ""));
    return "skipped %d %s of local configuration (config.kubernetes.io/local-config): %s"
        .formatted(objects.size(), objects.size() == 1 ? "object" : "objects", names);
  }
}
