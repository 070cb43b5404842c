package dev.japply.apply;

import java.util.List;
import java.util.Set;

/// Result of a run.
///
/// @param tally the numbers of objects
/// @param applied the objects that were applied, in the order of the input
/// @param uids the uids of the objects that were applied or deleted
public record ApplySummary(Tally tally, List<ResolvedObject> applied, Set<String> uids) {
  public ApplySummary {
    applied = List.copyOf(applied);
    uids = Set.copyOf(uids);
  }

  /// Numbers of objects of a run.
  ///
  /// @param applied applied or deleted, also on a dry run
  /// @param failed failed, or with an unknown outcome
  /// @param notTried left alone, because the run ended or another object was not ready
  public record Tally(int applied, int failed, int notTried) {}

  /// Returns the summary of a run that applied nothing.
  static ApplySummary nothing(int failed, int notTried) {
    return new ApplySummary(new Tally(0, failed, notTried), List.of(), Set.of());
  }

  ApplySummary plusFailed(int more) {
    var sum = new Tally(tally.applied, tally.failed + more, tally.notTried);
    return new ApplySummary(sum, applied, uids);
  }

  /// Whether all objects were applied.
  public boolean isComplete() {
    return tally.failed == 0 && tally.notTried == 0;
  }
}
