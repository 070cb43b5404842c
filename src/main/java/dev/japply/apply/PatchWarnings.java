package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.FieldReason;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.Grounds;
import dev.japply.plan.ObjectStory;
import dev.japply.plan.PlannedObject;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.function.Consumer;

/// Tells before the first patch of an object is sent why the server will refuse it, and whose
/// values it takes back.
final class PatchWarnings {
  private final ExecutionOptions options;
  private final ResolvedObject target;
  private final Consumer<Event> events;
  private boolean told;

  PatchWarnings(ExecutionOptions options, ResolvedObject target, Consumer<Event> events) {
    this.options = options;
    this.target = target;
    this.events = events;
  }

  /// Called before `patch` is sent.
  ///
  /// @param reasons why it was planned; empty where the plan has told that
  void tell(MapValue live, Action.Patch patch, List<FieldReason> reasons) {
    if (told || !options.allows(Difference.WARNS_BEFORE_PATCHES)) {
      return;
    }
    told = true;
    if (reasons.isEmpty()) {
      return;
    }
    var planned = new PlannedObject(target.desired(), patch, live, MISSING, Grounds.of(reasons));
    boolean replaced = options.method() instanceof ApplyMethod.ClientSide(var how) && how != null;
    boolean asked = options.dryRun() != DryRun.CLIENT;
    ObjectStory.harms(planned, options.fieldManager(), replaced, asked)
        .forEach(warning -> events.accept(new Event.Warned(warning)));
  }
}
