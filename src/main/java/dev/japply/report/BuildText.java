package dev.japply.report;

import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Objects as `kubectl kustomize` prints them: documents of YAML, one behind the other.
public final class BuildText {
  private static final String SEPARATOR = "---\n";

  private BuildText() {}

  /// The text of `objects`; empty when there are none.
  public static String of(List<MapValue> objects) {
    var text = new StringBuilder();
    for (MapValue object : objects) {
      text.append(text.isEmpty() ? "" : SEPARATOR).append(GoYaml.write(object));
    }
    return text.toString();
  }
}
