package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.Place;
import dev.japply.yaml.YamlNode.Scalar;

/// The key `<<`, which merges the entries of other maps into a map.
///
/// <https://yaml.org/type/merge.html>
final class MergeKey {
  private MergeKey() {}

  static boolean is(YamlNode key) {
    return key instanceof Scalar scalar
        && scalar.text().equals("<<")
        && ((scalar.tag().isEmpty() && scalar.plain())
            || scalar.tag().equals("tag:yaml.org,2002:merge"));
  }

  /// Returns the failure for a value at `place` that cannot be merged.
  static SyntaxFailure wantsMap(Place place) {
    return YamlErrors.failure(
        "map merge requires map or sequence of maps as the value",
        place,
        "give << a map, or put it in quotes");
  }
}
