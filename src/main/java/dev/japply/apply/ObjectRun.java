package dev.japply.apply;

import dev.japply.apply.Attempts.Budget;
import dev.japply.apply.Attempts.Policy;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.Grounds;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.Reasons;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Applies one object: reads it, plans, sends at most one write; when somebody else wrote in
/// between, or has deleted it, reads and plans again.
///
/// So it does when the answer to a write is lost: what was read then shows whether the write was
/// carried out. If not, the next one is guarded by the version that was read, so that of two writes
/// on the way the later one does nothing.
final class ObjectRun implements ObjectPass.Ends {
  private final ApplyContext context;
  private final ExecutionOptions options;
  private final ResolvedObject target;
  private final KubeObject desired;
  private final Consumer<Event> events;
  private final TargetPlanner planner;
  private final Attempts attempts;
  private final ObjectPass pass;
  private final PatchWarnings warnings;
  private @Nullable RefusedPatch refused;
  private boolean looked;

  /// Why what was planned last was planned.
  private Grounds grounds = Grounds.NONE;

  ObjectRun(ApplyContext context, ResolvedObject target, Consumer<Event> events) {
    this(context, target, planner(context.options(), context.cluster()), events);
  }

  /// A run that does what `planner` says.
  ObjectRun(
      ApplyContext context, ResolvedObject target, TargetPlanner planner, Consumer<Event> events) {
    this(context, target, planner, policy(context, target), events);
  }

  /// A run that does what `planner` says, and has its own ways of trying again.
  ObjectRun(
      ApplyContext context,
      ResolvedObject target,
      TargetPlanner planner,
      Policy policy,
      Consumer<Event> events) {
    this.context = context;
    this.options = context.options();
    this.target = target;
    this.desired = target.desired();
    this.events = events;
    this.planner = planner;
    this.attempts = new Attempts(desired, policy, context.cancellation(), events);
    this.warnings = new PatchWarnings(options, target, events);
    this.pass = new ObjectPass(context.cluster(), options.writeOptions(), target, this);
  }

  private static Policy policy(ApplyContext context, ResolvedObject target) {
    return Policy.of(Budget.READING, context.options(), target.desired());
  }

  /// What is live stays as it is where nothing is merged. What is warned of before a patch is sent
  /// follows from the reasons for it.
  private static TargetPlanner planner(ExecutionOptions options, Cluster cluster) {
    PlanOptions planning =
        options.allows(Difference.WARNS_BEFORE_PATCHES)
            ? options.planning().with(Reasons.SENT)
            : options.planning();
    var planner = new NewPlanner(cluster, options.method(), new Planner(planning));
    return merges(options)
        ? planner
        : (target, live) -> live != null ? new Action.Unchanged() : planner.plan(target, live);
  }

  /// Applies it; the answer says how it ended, empty when the run was interrupted before anything
  /// was sent.
  Optional<Event.Ended> apply() {
    return attempts.settle(() -> pass.run().map(this::end), this::fail);
  }

  /// The patch that the server did not take, when that is how it ended.
  Optional<RefusedPatch> refusedPatch() {
    return Optional.ofNullable(refused);
  }

  /// Whether it ended with a read that failed.
  boolean endedReading() {
    return attempts.wasReading();
  }

  private Event.Ended fail(ClusterException e) {
    boolean patched = !attempts.wasReading() && pass.isPatching();
    refused = patched ? new RefusedPatch(pass.request(), e) : null;
    return new Event.Failed(desired, ServerProblems.of(pass.request(), e));
  }

  @Override
  public Optional<MapValue> read() {
    Optional<MapValue> live = attempts.read(() -> context.objects().read(target));
    if (!looked) {
      live.ifPresent(this::warnOfMissingAnnotation);
      looked = true;
    }
    if (live.filter(pass::isPatchBeside).isPresent()) {
      attempts.forgive();
    }
    return live;
  }

  @Override
  public Action.OneWrite plan(@Nullable MapValue live) {
    Action.OneWrite action = planner.plan(target, live, why -> grounds = why);
    if (live != null && action instanceof Action.Patch patch) {
      warnings.tell(live, patch, grounds.reasons());
    }
    return action;
  }

  /// Whether what is live is merged.
  private static boolean merges(ExecutionOptions options) {
    return options.dryRun() != DryRun.CLIENT || options.allows(Difference.MERGES_IN_CLIENT_DRY_RUN);
  }

  @Override
  public boolean guards(Action.Patch patch) {
    return patch.guarded() || attempts.lost().isPresent();
  }

  @Override
  public Optional<MapValue> take(Write write, @Nullable MapValue expected) {
    return options.dryRun() == DryRun.CLIENT ? Optional.ofNullable(expected) : attempts.send(write);
  }

  /// How the object ended, for which that was planned.
  Event.Ended end(PlannedObject planned) {
    MapValue object = planned.object();
    context.done().accept(planned.with(grounds));
    return switch (planned.action()) {
      case Action.Refused(List<Problem> problems) -> new Event.Failed(desired, problems);
      case Action.Create create -> new Event.Applied(desired, Outcome.CREATED, object);
      case Action.Patch patch -> end(outcome(planned, patch), object);
      case Action.Unchanged unchanged when merges(options) -> end(outcome(), object);
      case Action.Unchanged unchanged -> new Event.Applied(desired, Outcome.CONFIGURED, object);
      case Action.Apply apply -> new Event.Applied(desired, Outcome.SERVERSIDE_APPLIED, object);
      case Action.Recreate recreate -> new Event.Applied(desired, recreated(), object);
      case Action.Delete delete -> new Event.Applied(desired, Outcome.PRUNED, object);
    };
  }

  /// kubectl calls an object that it has deleted and created a changed one.
  private Outcome recreated() {
    return options.allows(Difference.REPORTS_RECREATED) ? Outcome.RECREATED : Outcome.CONFIGURED;
  }

  /// What came of a patch.
  private Outcome outcome(PlannedObject planned, Action.Patch patch) {
    boolean changed =
        options.dryRun() == DryRun.CLIENT
            || !options.allows(Difference.RECOGNIZES_EMPTY_CHANGES)
            || !(planned.before() instanceof MapValue live)
            || options.dryRun().isChange(patch, live, planned.object());
    return changed ? Outcome.CONFIGURED : Outcome.UNCHANGED;
  }

  /// What came of an object that is as it should be: a write whose answer was lost may have made it
  /// so.
  private Outcome outcome() {
    return attempts
        .lost()
        .map(lost -> lost.kind() == Write.Kind.POST ? Outcome.CREATED : Outcome.CONFIGURED)
        .orElse(Outcome.UNCHANGED);
  }

  private Event.Ended end(Outcome outcome, MapValue object) {
    boolean tell =
        outcome == Outcome.CONFIGURED || !options.allows(Difference.WARNS_OF_DELETION_ON_CHANGE);
    if (tell && object.map("metadata").has("deletionTimestamp")) {
      events.accept(new Event.Warned(Warnings.beingDeleted(object)));
    }
    return new Event.Applied(desired, outcome, object);
  }

  private void warnOfMissingAnnotation(MapValue live) {
    if (options.dryRun() != DryRun.CLIENT) {
      Warnings.missingAnnotation(target, live)
          .ifPresent(warning -> events.accept(new Event.Warned(warning)));
    }
  }
}
