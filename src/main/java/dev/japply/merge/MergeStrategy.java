package dev.japply.merge;

/// One set of rules by which three documents are merged. Nothing outside of a strategy asks which
/// one it is.
interface MergeStrategy {
  /// The patch and the result for `request`.
  ///
  /// @throws MergeException when the documents cannot be merged
  MergeOutcome merge(MergeRequest request);
}
