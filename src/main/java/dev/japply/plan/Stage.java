package dev.japply.plan;

import dev.japply.object.Gvk;
import java.util.Comparator;

/// When an object is applied: after those of lower stages.
///
/// @param level within the rank: 0, or one more than that of what it depends on
record Stage(Rank rank, int level) implements Comparable<Stage> {
  private static final Comparator<Stage> ORDER =
      Comparator.comparing(Stage::rank).thenComparingInt(Stage::level);

  /// That of an object of which only the type counts.
  static Stage of(Gvk type) {
    return new Stage(Rank.of(type), 0);
  }

  /// The first stage from this one on that is after `other`.
  Stage after(Stage other) {
    return compareTo(other) > 0 ? this : new Stage(other.rank, other.level + 1);
  }

  @Override
  public int compareTo(Stage other) {
    return ORDER.compare(this, other);
  }
}
