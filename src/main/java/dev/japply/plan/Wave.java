package dev.japply.plan;

import dev.japply.object.Gvk;

/// The wave of an object: it is applied after the objects of lower waves.
///
/// @param level the level within the rank: 0, or one above the objects that it depends on
record Wave(InstallOrder rank, int level) implements Comparable<Wave> {
  /// Returns the wave of an object by its type alone.
  static Wave of(Gvk type) {
    return new Wave(InstallOrder.of(type), 0);
  }

  /// The first wave from this one on that is after `other`.
  Wave after(Wave other) {
    return compareTo(other) > 0 ? this : new Wave(other.rank, other.level + 1);
  }

  @Override
  public int compareTo(Wave other) {
    int order = rank.compareTo(other.rank);
    return order == 0 ? Integer.compare(level, other.level) : order;
  }
}
