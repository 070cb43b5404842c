package dev.japply.plan;

import dev.japply.merge.MergeRequest;
import dev.japply.object.KubeObject;
import dev.japply.plan.Moves.Move;
import dev.japply.problem.JapplyException;
import java.util.List;

/// Options for planning the action for an object.
///
/// @param compatibility the differences from kubectl, including merge rules
/// @param overwrite whether the manifest wins over changes that others made to fields of the
///   manifest; if not, they come back as conflicts
/// @param reasons the fields that need a reason
/// @param ignore the rules for ignored fields; annotations of objects add more
/// @param forbidden the rules for objects that must not be deleted
/// @param moves the objects that have another identity than before
public record PlanOptions(
    Compatibility compatibility,
    boolean overwrite,
    ReasonsWanted reasons,
    IgnoreRules ignore,
    ForbidRules forbidden,
    List<Move> moves) {
  public PlanOptions {
    moves = List.copyOf(moves);
  }

  /// japply's own ways, the manifest winning.
  public static final PlanOptions DEFAULT = new PlanOptions(Compatibility.japply(), true);

  /// Creates options without reasons.
  public PlanOptions(Compatibility compatibility, boolean overwrite) {
    this(
        compatibility,
        overwrite,
        ReasonsWanted.NONE,
        IgnoreRules.NONE,
        ForbidRules.NONE,
        List.of());
  }

  /// The same, with at least these reasons.
  public PlanOptions with(ReasonsWanted wanted) {
    ReasonsWanted more = reasons.compareTo(wanted) < 0 ? wanted : reasons;
    return new PlanOptions(compatibility, overwrite, more, ignore, forbidden, moves);
  }

  /// Returns the same options with other differences from kubectl.
  public PlanOptions with(Compatibility other) {
    return new PlanOptions(other, overwrite, reasons, ignore, forbidden, moves);
  }

  /// Returns the options that a plan file keeps for the apply. Rules that matched something when it
  /// was planned may match nothing by then.
  public PlanOptions stored() {
    return new PlanOptions(compatibility, overwrite)
        .ignoring(IgnoreRules.parse(ignore.texts()).asStanding());
  }

  /// Whether there are reasons for all fields.
  public boolean explains() {
    return reasons == ReasonsWanted.ALL;
  }

  /// Returns the same options with rules for ignored fields.
  public PlanOptions ignoring(IgnoreRules rules) {
    return new PlanOptions(compatibility, overwrite, reasons, rules, forbidden, moves);
  }

  /// Returns the same options with rules for objects that must not be deleted.
  public PlanOptions forbidding(ForbidRules rules) {
    return new PlanOptions(compatibility, overwrite, reasons, ignore, rules, moves);
  }

  /// Returns the same options with objects that have another identity than before.
  public PlanOptions moving(List<Move> given) {
    return new PlanOptions(compatibility, overwrite, reasons, ignore, forbidden, given);
  }

  /// Returns the rules in the annotation of `object` if annotations are enabled.
  public List<String> annotatedRules(KubeObject object) {
    boolean counts = allows(Difference.READS_IGNORE_ANNOTATION);
    return counts ? IgnoreRules.annotated(object).texts() : List.of();
  }

  /// Returns the rules for `object`.
  ///
  /// @throws dev.japply.problem.JapplyException if its annotation names no fields
  IgnoreRules ignored(KubeObject object) {
    return ignore.of(object, allows(Difference.READS_IGNORE_ANNOTATION));
  }

  /// Whether rules for ignored fields may apply to `object`, so that its manifest depends on the
  /// live object.
  public boolean isIgnoring(KubeObject object) {
    try {
      return !ignored(object).isEmpty();
    } catch (JapplyException e) {
      return true; // the error is reported when the object is planned
    }
  }

  public MergeRequest.Options merge() {
    return new MergeRequest.Options(compatibility.rules(), overwrite);
  }

  /// Checks whether japply's behavior applies instead of kubectl's.
  public boolean allows(Difference difference) {
    return compatibility.allows(difference);
  }

  /// The fields that need a reason why they change or stay.
  public enum ReasonsWanted {
    /// No fields.
    NONE,
    /// Fields that a patch sends; the merge provides these reasons anyway.
    SENT,
    /// All live fields.
    ALL
  }
}
