package dev.japply.merge;

import org.jspecify.annotations.Nullable;

/// One set of rules by which three documents are merged. Nothing outside of a strategy asks which
/// one it is.
interface MergeStrategy {
  /// The patch and the result for `request`.
  ///
  /// @param recorder hears of every entry of the patch; null when nobody asks
  /// @throws MergeException when the documents cannot be merged
  MergeOutcome merge(MergeRequest request, @Nullable Recorder recorder);
}
