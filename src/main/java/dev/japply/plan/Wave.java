package dev.japply.plan;

import dev.japply.object.Gvk;
import java.util.Comparator;

/// When an object is applied: after those of lower waves.
///
/// @param level within the rank: 0, or one more than that of what it depends on
record Wave(Rank rank, int level) implements Comparable<Wave> {
  private static final Comparator<Wave> ORDER =
      Comparator.comparing(Wave::rank).thenComparingInt(Wave::level);

  /// That of an object of which only the type counts.
  static Wave of(Gvk type) {
    return new Wave(Rank.of(type), 0);
  }

  /// The first wave from this one on that is after `other`.
  Wave after(Wave other) {
    return compareTo(other) > 0 ? this : new Wave(other.rank, other.level + 1);
  }

  @Override
  public int compareTo(Wave other) {
    return ORDER.compare(this, other);
  }
}
