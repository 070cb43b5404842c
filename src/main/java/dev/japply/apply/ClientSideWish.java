package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.merge.FieldReason;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.OtherVersion;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The wish of a manifest whose changes japply merges and sends as a patch.
///
/// @param warns whether refusals to expect and lost values are reported before a patch is sent
record ClientSideWish(ApplyContext context, Planner planner, boolean warns)
    implements ManifestWish {
  @Override
  public PlannedObject plan(ResolvedObject target, @Nullable MapValue live) {
    Schema type =
        live == null ? null : context.cluster().schema(target.resource().gvk()).orElse(null);
    Planner.Decided decided = planner.decide(target.desired(), live, type);
    return Wish.planned(target.desired(), live, decided.action(), decided.reasons());
  }

  @Override
  public WriteMode mode(KubeObject desired) {
    return WriteMode.clientSide(context.options().dryRun());
  }

  @Override
  public RetryPolicy policy(KubeObject desired) {
    return RetryPolicy.of(Budget.READING, context.options(), desired);
  }

  @Override
  public Event.Ended assumed(KubeObject desired) {
    return switch (new Planner(context.options().planning()).create(desired)) {
      case Action.Create(MapValue body) -> new Event.Applied(desired, Outcome.CREATED, body);
      case Action.Refused(List<Problem> problems) -> new Event.Failed(desired, problems);
    };
  }

  @Override
  public List<Problem> warnings(PlannedObject planned) {
    return warns ? harms(planned, context.options()) : List.of();
  }

  @Override
  public List<Problem> remarks(PlannedObject planned) {
    return planned.before() instanceof MapValue live
        ? OtherVersion.warning(planned.desired(), live).stream().toList()
        : List.of();
  }

  @Override
  public Event.Ended finish(
      ResolvedObject target,
      PlannedObject planned,
      WriteResult.@Nullable Uncertain lost,
      Consumer<Event> events) {
    if (planned.action() instanceof Action.Merged
        && !(planned.action() instanceof Action.Refused)
        && planned.before() instanceof MapValue live) {
      remarks(planned).forEach(warning -> events.accept(new Event.Warned(warning)));
      ApplyWarnings.staying(planned.desired(), live, context.options().fieldManager())
          .ifPresent(warning -> events.accept(new Event.Warned(warning)));
    }
    return new ObjectResults(context, events).of(planned, lost);
  }

  @Override
  public Action.OneWrite creation(MapValue body) {
    return new Action.Create(body);
  }

  /// Returns warnings about values of others that a patch changes.
  static List<Problem> harms(PlannedObject planned, ExecutionOptions options) {
    List<FieldReason> reasons = planned.reasons().fields();
    if (!(planned.action() instanceof Action.Patch) || reasons.isEmpty()) {
      return List.of();
    }
    KubeObject desired = planned.desired();
    return ObjectExplanation.harms(
        new PlannedObject(
            desired, planned.action(), planned.before(), MISSING, ChangeReasons.of(reasons)),
        options.fieldManager(),
        options.replaces(desired),
        options.dryRun() != DryRun.CLIENT);
  }
}
