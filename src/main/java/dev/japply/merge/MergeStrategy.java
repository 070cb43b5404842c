package dev.japply.merge;

import org.jspecify.annotations.Nullable;

/// One set of rules for merging three documents. Code outside of a strategy does not depend on the
/// choice of one.
interface MergeStrategy {
  /// Returns the patch and the result for `request`.
  ///
  /// @param recorder receives every entry of the patch; null if no reasons are requested
  /// @throws MergeException if the documents cannot be merged
  MergeOutcome merge(MergeRequest request, @Nullable ReasonRecorder recorder);
}
