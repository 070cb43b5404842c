package dev.japply.report;

import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.FieldStory;
import dev.japply.plan.ObjectStory;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Story;
import dev.japply.problem.Problem;
import dev.japply.report.Summary.End;
import java.util.List;

/// What is told of one object of a plan.
///
/// @param fields those that change, and why
/// @param diff what changes, in hunks of a unified diff; empty where nobody asks for it
/// @param warnings what to know before it is applied
public record PlanStory(
    KubeObject object,
    Action action,
    List<FieldStory> fields,
    String diff,
    List<Problem> warnings) {
  private static final int CONTEXT = 3;

  public PlanStory {
    fields = List.copyOf(fields);
    warnings = List.copyOf(warnings);
  }

  /// What is told of an object that was just planned, without the lines that differ.
  public static PlanStory of(PlannedObject planned, ObjectStory story) {
    return new PlanStory(planned.desired(), planned.action(), story.fields(), "", story.warnings());
  }

  /// The same with the lines of `planned` that differ.
  public PlanStory with(DiffFiles files, PlannedObject planned) {
    String hunks = files.same(planned) ? "" : files.of(planned).hunks(CONTEXT);
    return new PlanStory(object, action, fields, hunks, warnings);
  }

  /// What a plan file tells of an object.
  public static PlanStory of(Entry entry) {
    Story story = entry.story();
    return new PlanStory(
        entry.object(),
        entry.action(),
        StoredStory.fields(story.fields()),
        story.diff(),
        StoredStory.warnings(story.warnings(), entry.object().key().subject()));
  }

  /// The same as a plan file has it: what only says how a patch is to be read repeats no lists.
  public Story stored() {
    List<FieldStory> told =
        fields.stream().map(field -> field.isDirective() ? field.withoutValues() : field).toList();
    return new Story(WhyJson.fields(told), WhyJson.warnings(warnings), diff);
  }

  /// What would become of the object.
  public End end() {
    return switch (action) {
      case Action.Create create -> End.CREATED;
      case Action.Patch patch -> End.CONFIGURED;
      case Action.Unchanged same -> End.UNCHANGED;
      case Action.Recreate recreate -> End.RECREATED;
      case Action.Delete delete -> End.PRUNED;
      case Action.Apply apply -> End.SERVERSIDE_APPLIED;
      case Action.Refused refused -> End.FAILED;
    };
  }
}
