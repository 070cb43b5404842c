package dev.japply.report;

import dev.japply.diff.Secrets;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.UndoPlanner.Undone;
import dev.japply.plan.file.DeletionPlan;
import dev.japply.plan.file.DeletionPlanCodec;
import dev.japply.plan.file.ExplanationCodec;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFileCodec;
import dev.japply.plan.file.UndoFile;
import dev.japply.problem.TerminalText;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Plans for programs.
public final class PlanJson {
  private PlanJson() {}

  /// Returns the plan as a JSON document, which `docs/plan.schema.json` describes.
  public static String of(PlanFile plan) {
    return text(PlanFileCodec.toTree(plan));
  }

  /// Returns the plan of a deletion as a JSON document, which `docs/deletion-plan.schema.json`
  /// describes.
  public static String of(DeletionPlan plan) {
    return text(DeletionPlanCodec.toTree(plan));
  }

  /// Returns the effect of an undo as a JSON document, without values of Secrets.
  public static String undone(UndoFile file, List<Undone> plan) {
    var report = PlanEntryReport.ofUndo(Secrets.MASKED);
    List<MapValue> objects =
        plan.stream()
            .filter(each -> !(each.planned().action() instanceof Action.Refused))
            .map(each -> undone(each, report))
            .toList();
    MapValue tree =
        MapValue.of("apiVersion", Value.text("japply.dev/v1"))
            .with("kind", Value.text("UndoPlan"))
            .with("run", Value.text(file.made().run()))
            .with("created", Value.text(file.made().created().toString()))
            .with("server", Value.text(file.made().target().server()))
            .with("ended", Value.bool(file.ended()))
            .with("objects", ListValue.of(objects, object -> object));
    return text(tree);
  }

  private static MapValue undone(Undone undone, PlanEntryReport report) {
    ObjectExplanation explanation = undone.explanation();
    ReportedObject reported =
        report.of(undone.planned(), explanation.fields(), explanation.warnings());
    KubeObject object = reported.object();
    return object
        .gvk()
        .tree()
        .with("namespace", Value.text(object.namespace()))
        .with("name", Value.text(object.name()))
        .with("action", Value.text(name(undone.planned().action())))
        .with("fields", ExplanationCodec.fields(reported.fields()))
        .with("warnings", ExplanationCodec.warnings(explanation.warnings()));
  }

  private static String name(Action action) {
    return switch (action) {
      case Action.Create create -> "create";
      case Action.Patch patch -> "patch";
      case Action.Unchanged same -> "none";
      case Action.Apply apply -> "apply";
      case Action.Recreate recreate -> "recreate";
      case Action.Delete delete -> "delete";
      case Action.Refused refused -> "refused";
    };
  }

  private static String text(MapValue tree) {
    return TerminalText.json(IndentedJson.writeExact(tree)) + "\n";
  }
}
