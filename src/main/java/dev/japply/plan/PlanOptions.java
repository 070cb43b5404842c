package dev.japply.plan;

import dev.japply.compat.Compatibility;
import dev.japply.compat.Difference;
import dev.japply.merge.MergeRequest;

/// How it is decided what to do with an object.
///
/// @param compatibility in which ways this differs from kubectl, merge rules included
/// @param overwrite whether the manifest wins over changes that others made to fields of the
///   manifest; if not, they come back as conflicts
/// @param reasons whether it is wanted why each field changes or stays
public record PlanOptions(Compatibility compatibility, boolean overwrite, boolean reasons) {
  /// japply's own ways, the manifest winning.
  public static final PlanOptions DEFAULT = new PlanOptions(Compatibility.japply(), true);

  /// Options of a plan of which nobody asks why.
  public PlanOptions(Compatibility compatibility, boolean overwrite) {
    this(compatibility, overwrite, false);
  }

  /// The same, with reasons.
  public PlanOptions withReasons() {
    return new PlanOptions(compatibility, overwrite, true);
  }

  /// How to merge.
  public MergeRequest.Options merge() {
    return new MergeRequest.Options(compatibility.rules(), overwrite);
  }

  /// Whether japply's way holds rather than kubectl's.
  public boolean allows(Difference difference) {
    return compatibility.allows(difference);
  }
}
