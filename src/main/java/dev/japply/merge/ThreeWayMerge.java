package dev.japply.merge;

import dev.japply.tree.Value.MapValue;
import java.util.List;

/// The three-way merge of one object.
public final class ThreeWayMerge {
  private ThreeWayMerge() {}

  /// The patch and the result for `request`.
  ///
  /// @throws MergeException when the documents cannot be merged
  public static MergeOutcome merge(MergeRequest request) {
    return new MergeOutcome(MapValue.EMPTY, request.live(), List.of());
  }
}
