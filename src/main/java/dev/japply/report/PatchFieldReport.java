package dev.japply.report;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.diff.RedactedPair;
import dev.japply.plan.Cause;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.FieldExplanation.Documents;
import dev.japply.plan.PatchResult;
import dev.japply.plan.PatchResult.Field;
import dev.japply.problem.Origin;
import dev.japply.tree.Node;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The fields that a patch changes, with the reasons that a plan states for them.
///
/// @param masked both states with hidden values masked
record PatchFieldReport(PatchResult result, RedactedPair masked) {

  /// Returns the fields in the order of the plan, followed by those that the plan does not contain.
  ///
  /// @param masked both states with hidden values masked
  static List<FieldExplanation> of(
      PatchResult result, List<FieldExplanation> stated, RedactedPair masked) {
    var report = new PatchFieldReport(result, masked);
    PatchResult.Index index = result.index();
    Set<Field> left = new LinkedHashSet<>(result.fields());
    var all = new ArrayList<FieldExplanation>();
    for (FieldExplanation explanation : stated) {
      List<Field> named = explanation.isDirective() ? List.of() : index.named(explanation.path());
      List<Field> about = named.stream().filter(left::remove).toList();
      about.forEach(field -> all.add(report.field(field, explanation)));
      if (about.isEmpty() && adds(explanation, named)) {
        all.add(explanation);
      }
    }
    left.forEach(field -> all.add(report.field(field, null)));
    return all;
  }

  /// Returns whether no entry of the patch covers the field.
  private static boolean adds(FieldExplanation explanation, List<Field> named) {
    return explanation.isDirective()
        || explanation.isIgnored()
        || (explanation.cause().isOfServer() && named.isEmpty());
  }

  private FieldExplanation field(Field field, @Nullable FieldExplanation stated) {
    Node was = field.path().numberedIn(result.before()).in(masked.before());
    Node becomes = field.kept() ? was : field.path().numberedIn(result.after()).in(masked.after());
    FieldExplanation own = stated != null && result.is(field, stated.path()) ? stated : null;
    Documents values =
        own == null
            ? new Documents(MISSING, MISSING, was, becomes)
            : new Documents(own.values().lastApplied(), own.values().manifest(), was, becomes);
    Origin place = stated == null ? Origin.NONE : stated.origin();
    return new FieldExplanation(
        own == null ? field.path().toString() : own.path(),
        values,
        field.kept()
            ? Cause.KEPT
            : stated != null && stated.changes() ? stated.cause() : Cause.UNEXPLAINED,
        stated == null ? List.of() : stated.managers(),
        () -> place);
  }
}
