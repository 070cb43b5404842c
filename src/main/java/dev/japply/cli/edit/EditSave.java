package dev.japply.cli.edit;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.OwnershipPatcher;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.RunCancellation;
import dev.japply.cli.edit.EditLastAppliedCommand.EditOptions;
import dev.japply.cli.edit.EditSession.EditResult;
import dev.japply.cli.flags.ChangeCause;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cli.run.SequentialWriter;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.merge.AnnotationEdit;
import dev.japply.merge.MergeException;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Difference;
import dev.japply.plan.PlanProblems;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.EditReport;
import dev.japply.report.MessageWriter;
import dev.japply.report.Reporter;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// Shows what edits mean, and saves them.
///
/// @param err receives the explanations
record EditSave(
    Cluster cluster,
    Reporter reporter,
    Cancellation cancellation,
    EditOptions options,
    MessageWriter err) {

  ExitCode save(List<EditResult> edits) {
    List<Problem> problems = edits.stream().flatMap(edit -> tooLarge(edit).stream()).toList();
    if (!problems.isEmpty()) {
      problems.forEach(problem -> reporter.accept(new Event.Rejected(problem)));
      return ExitCode.FAILED;
    }
    edits.stream().filter(EditResult::isChange).forEach(this::explain);
    var run = new RunCancellation(cancellation);
    var patcher = new OwnershipPatcher(cluster, options.write(), run, reporter);
    return new SequentialWriter(run, reporter)
        .each(edits, edit -> edit.edited().key(), edit -> save(patcher, edit));
  }

  private List<Problem> tooLarge(EditResult edit) {
    if (!edit.isChange()) {
      return List.of();
    }
    MapValue result = OwnershipPatcher.result(edit.original().live().live(), text(edit));
    return AnnotationLimit.check(result).stream()
        .map(excess -> PlanProblems.tooLarge(edit.edited(), excess))
        .toList();
  }

  private Optional<Event.Ended> save(OwnershipPatcher patcher, EditResult edit) {
    KubeObject edited = edit.edited();
    if (!edit.isChange()) {
      return Optional.of(new Event.Applied(edited, Outcome.SKIPPED, edited.tree()));
    }
    LiveObject live = edit.original().live();
    var target = new ResolvedObject(edited.withTree(named(edited.tree(), live)), live.resource());
    return patcher
        .patch(target, live.live(), text(edit), Outcome.EDITED)
        .map(end ->
            end instanceof Event.Applied
                ? new Event.Applied(edited, Outcome.EDITED, edited.tree())
                : end);
  }

  /// `tree` with the name and the namespace of the live object, which the annotation of a copied
  /// object need not have.
  private static MapValue named(MapValue tree, LiveObject live) {
    MapValue own = live.live().map("metadata");
    MapValue metadata = tree.map("metadata").with("name", Value.text(own.text("name")));
    if (live.resource().namespaced()) {
      metadata = metadata.with("namespace", Value.text(own.text("namespace")));
    }
    return tree.with("metadata", metadata);
  }

  private String text(EditResult edit) {
    MapValue edited = edit.edited().tree();
    ChangeCause cause = options.cause();
    MapValue tree = cause == null ? edited : cause.on(edited);
    LiveObject live = edit.original().live();
    MapValue metadata = tree.map("metadata");
    if (live.resource().namespaced() && metadata.text("namespace").isEmpty()) {
      Value namespace = Value.text(live.live().map("metadata").text("namespace"));
      tree = tree.with("metadata", metadata.with("namespace", namespace));
    }
    return options.allows(Difference.WRITES_ANNOTATION_AS_APPLY)
        ? LastApplied.encode(tree)
        : LastApplied.encodeAsIs(tree);
  }

  private void explain(EditResult edit) {
    LiveObject live = edit.original().live();
    MapValue after = (MapValue) Json.parse(text(edit));
    try {
      AnnotationEdit.of(
              edit.original().config(),
              after,
              live.live(),
              cluster.schema(live.resource().gvk()).orElse(null))
          .changes()
          .forEach(change -> err.printLine(EditReport.change(edit.edited(), change)));
    } catch (MergeException e) {
      reporter.accept(
          new Event.Warned(
              PlanProblems.unmergeable(edit.edited(), live.live(), e).asWarning(WarningId.EDIT)));
    }
  }
}
