package dev.japply.execute;

import dev.japply.live.WriteOptions;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.MergeRequest.Rules;

/// How it is found out what applying would come to.
///
/// @param merge how the three documents are merged; [Rules#KUBECTL] brings back kubectl's ways of
///   going on, too
/// @param fieldManager who the server would write down as the owner of the fields
/// @param method who merges
/// @param local whether nothing is sent but reads
/// @param concurrency how many objects are looked at at once
public record ForecastOptions(
    MergeRequest.Options merge,
    String fieldManager,
    ApplyMethod method,
    boolean local,
    int concurrency) {

  /// Whether kubectl's ways are wanted where japply's differ.
  public boolean likeKubectl() {
    return merge.rules() == Rules.KUBECTL;
  }

  /// The query parameters of the dry runs.
  WriteOptions writeOptions() {
    return new WriteOptions(fieldManager, "", true);
  }
}
