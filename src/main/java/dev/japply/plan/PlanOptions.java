package dev.japply.plan;

import dev.japply.merge.MergeRequest;
import dev.japply.object.KubeObject;
import java.util.List;

/// How it is decided what to do with an object.
///
/// @param compatibility in which ways this differs from kubectl, merge rules included
/// @param overwrite whether the manifest wins over changes that others made to fields of the
///   manifest; if not, they come back as conflicts
/// @param reasons for which fields it is wanted why they change or stay
/// @param ignore which fields stay as they are live; annotations of objects name more
public record PlanOptions(
    Compatibility compatibility, boolean overwrite, Reasons reasons, IgnoreRules ignore) {
  /// japply's own ways, the manifest winning.
  public static final PlanOptions DEFAULT = new PlanOptions(Compatibility.japply(), true);

  /// Options of a plan of which nobody asks why.
  public PlanOptions(Compatibility compatibility, boolean overwrite) {
    this(compatibility, overwrite, Reasons.NONE, IgnoreRules.NONE);
  }

  /// The same, with reasons for all fields.
  public PlanOptions withReasons() {
    return with(Reasons.ALL);
  }

  /// The same, with at least these reasons.
  public PlanOptions with(Reasons wanted) {
    Reasons more = reasons.compareTo(wanted) < 0 ? wanted : reasons;
    return new PlanOptions(compatibility, overwrite, more, ignore);
  }

  /// Whether there are reasons for all fields.
  public boolean explains() {
    return reasons == Reasons.ALL;
  }

  /// The same, by which these fields stay as they are live.
  public PlanOptions ignoring(IgnoreRules rules) {
    return new PlanOptions(compatibility, overwrite, reasons, rules);
  }

  /// The rules that the annotation of `object` names, where it counts.
  public List<String> annotatedRules(KubeObject object) {
    boolean counts = allows(Difference.HEEDS_IGNORE_ANNOTATION);
    return counts ? IgnoreRules.annotated(object).texts() : List.of();
  }

  /// The rules about `object`.
  ///
  /// @throws dev.japply.problem.JapplyException when its annotation names no fields
  IgnoreRules ignored(KubeObject object) {
    return ignore.of(object, allows(Difference.HEEDS_IGNORE_ANNOTATION));
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
