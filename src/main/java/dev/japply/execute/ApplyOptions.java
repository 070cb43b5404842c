package dev.japply.execute;

import dev.japply.live.WriteOptions;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.plan.Order;

/// How objects are applied.
///
/// @param merge how the three documents are merged; [Rules#KUBECTL] brings back kubectl's ways of
///   reporting, too
/// @param fieldManager who the server writes down as the owner of the fields
/// @param fieldValidation `Strict`, `Warn` or `Ignore`
/// @param schedule in which order, and how many at once
/// @param method who merges
public record ApplyOptions(
    MergeRequest.Options merge,
    DryRun dryRun,
    String fieldManager,
    String fieldValidation,
    Schedule schedule,
    ApplyMethod method) {

  /// Options of a merge by japply, of one object at a time.
  public ApplyOptions(
      MergeRequest.Options merge,
      DryRun dryRun,
      String fieldManager,
      String fieldValidation,
      Order order) {
    this(
        merge,
        dryRun,
        fieldManager,
        fieldValidation,
        new Schedule(order, 1),
        ApplyMethod.ClientSide.PATCHING);
  }

  /// Options with the order that belongs to the rules of merging: kubectl's, or by dependencies.
  public ApplyOptions(
      MergeRequest.Options merge, DryRun dryRun, String fieldManager, String fieldValidation) {
    this(
        merge,
        dryRun,
        fieldManager,
        fieldValidation,
        merge.rules() == Rules.KUBECTL ? Order.INPUT : Order.DEPENDENCIES);
  }

  /// Whether kubectl's ways are wanted where japply's differ.
  boolean likeKubectl() {
    return merge.rules() == Rules.KUBECTL;
  }

  /// The query parameters of every write.
  WriteOptions writeOptions() {
    return new WriteOptions(fieldManager, fieldValidation, dryRun == DryRun.SERVER);
  }
}
