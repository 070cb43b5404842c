package dev.japply.manifest;

import dev.japply.manifest.Located.Place;

/// Refuses documents that grow out of proportion through aliases, by the limits of go-yaml: of up
/// to 400,000 nodes 99 % may come from aliases, falling to 10 % at 4,000,000.
final class AliasBudget {
  private static final int LOW = 400_000;
  private static final int HIGH = 4_000_000;
  private static final int FREE_NODES = 1000;
  private static final int FREE_ALIASED = 100;

  private int nodes;
  private int aliased;

  /// Counts a node.
  ///
  /// @param inAlias whether an alias led to it
  void spend(Place place, boolean inAlias) {
    nodes++;
    aliased += inAlias ? 1 : 0;
    if (aliased > FREE_ALIASED && nodes > FREE_NODES && (double) aliased / nodes > allowed()) {
      throw YamlErrors.failure(
          "document contains excessive aliasing", place, "write the repeated parts out");
    }
  }

  private double allowed() {
    if (nodes <= LOW) {
      return 0.99;
    }
    return nodes >= HIGH ? 0.10 : 0.99 - 0.89 * ((double) (nodes - LOW) / (HIGH - LOW));
  }
}
