package dev.japply.execute;

import dev.japply.live.WriteOptions;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.MergeRequest.Rules;

/// How objects are applied.
///
/// @param merge how the three documents are merged; [Rules#KUBECTL] brings back kubectl's ways of
///   reporting, too
/// @param fieldManager who the server writes down as the owner of the fields
/// @param fieldValidation `Strict`, `Warn` or `Ignore`
public record ApplyOptions(
    MergeRequest.Options merge, DryRun dryRun, String fieldManager, String fieldValidation) {

  /// Whether kubectl's ways are wanted where japply's differ.
  boolean likeKubectl() {
    return merge.rules() == Rules.KUBECTL;
  }

  /// The query parameters of every write.
  WriteOptions writeOptions() {
    return new WriteOptions(fieldManager, fieldValidation, dryRun == DryRun.SERVER);
  }
}
