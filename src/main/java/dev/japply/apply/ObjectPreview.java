package dev.japply.apply;

import dev.japply.apply.Attempts.Budget;
import dev.japply.apply.Attempts.Policy;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.merge.StoredForm;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.Grounds;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds out what applying one object would come to: lets the server try the one write that is
/// planned, and where it may not be asked takes the planned result.
final class ObjectPreview implements ObjectPass.Ends {
  private final ApplyContext context;
  private final ExecutionOptions options;
  private final Set<String> announced;
  private final ResolvedObject target;
  private final KubeObject desired;
  private final Planner planner;
  private final List<Event> events = new ArrayList<>();
  private final Attempts attempts;
  private final ObjectPass pass;
  private @Nullable Problem local;

  /// Why what was planned last was planned.
  private Grounds grounds = Grounds.NONE;

  /// @param announced namespaces that come in the same set
  ObjectPreview(
      ApplyContext context, Annotation annotation, Set<String> announced, ResolvedObject target) {
    this.context = context;
    this.options = context.options();
    this.announced = announced;
    this.target = target;
    this.desired = target.desired();
    this.planner = new Planner(options.planning(), annotation);
    var policy =
        new Policy(Budget.DRY_RUN, options.compatibility(), /* dryRun= */ true, false, false);
    this.attempts = new Attempts(desired, policy, context.cancellation(), events::add);
    this.pass = new ObjectPass(context.cluster(), options.writeOptions(), target, this);
  }

  /// A planned object, what is told on the way, and why the server was not asked, though it was to;
  /// null when it was.
  record Told(PlannedObject planned, List<Event> events, @Nullable Problem local) {
    boolean isRefused() {
      return planned.action() instanceof Action.Refused;
    }
  }

  /// What would become of the object; empty when the run is to end.
  Optional<Told> run() {
    Optional<Problem> unnamed = NameRule.check(desired);
    Optional<PlannedObject> planned =
        unnamed.isPresent()
            ? Optional.of(PlannedObject.refused(desired, List.of(unnamed.get())))
            : attempts.settle(
                () -> pass.run().map(this::tried),
                e -> recreated(e).orElseGet(() -> PlannedObject.refused(desired, problems(e))),
                unknown -> PlannedObject.refused(desired, List.of(unknown)));
    planned.ifPresent(this::warnOfDeletion);
    return planned.map(end -> new Told(end.with(grounds), events, local));
  }

  /// What is planned, given the server's result: a patch of which it makes nothing is no change.
  private PlannedObject tried(PlannedObject planned) {
    boolean empty =
        options.dryRun() == DryRun.SERVER
            && local == null
            && options.allows(Difference.RECOGNIZES_EMPTY_CHANGES)
            && planned.action() instanceof Action.Patch patch
            && planned.before() instanceof MapValue before
            && planned.after() instanceof MapValue after
            && !DryRun.SERVER.isChange(patch, before, after);
    return empty
        ? new PlannedObject(desired, new Action.Unchanged(), planned.before(), planned.before())
        : planned;
  }

  /// What is planned instead of a patch that the server does not take, where objects are replaced.
  private Optional<PlannedObject> recreated(ClusterException e) {
    boolean replaces =
        options.method() instanceof ApplyMethod.ClientSide here && here.replacement() != null;
    return replaces && pass.isPatching() && !attempts.wasReading()
        ? new Recreation(context, target, events::add).plan(new RefusedPatch(pass.request(), e))
        : Optional.empty();
  }

  private List<Problem> problems(ClusterException e) {
    return switch (options.method()) {
      case ApplyMethod.ClientSide here -> ServerProblems.of(pass.request(), e);
      case ApplyMethod.ServerSide there ->
          new ServerSideRefusal(context.cluster(), planner)
              .problems(target, pass.request().live(), e);
    };
  }

  /// Nothing is live of a type that the server does not know yet.
  @Override
  public Optional<MapValue> read() {
    return isTypeToCome() ? Optional.empty() : attempts.read(() -> context.objects().read(target));
  }

  @Override
  public Action.OneWrite plan(@Nullable MapValue live) {
    return new NewPlanner(context.cluster(), options.method(), planner)
        .plan(target, live, given -> grounds = given);
  }

  /// The last dry run is made whether or not somebody else has written in between.
  @Override
  public boolean guards(Action.Patch patch) {
    return !attempts.isLast();
  }

  private boolean isTypeToCome() {
    return target.definition() != null;
  }

  /// What the server says, or where it is not to be asked or does not say, what is planned.
  @Override
  public Optional<MapValue> take(Write write, @Nullable MapValue expected) {
    local = null;
    if (expected == null) {
      return attempts.send(write);
    }
    if (options.dryRun() == DryRun.CLIENT) {
      return Optional.of(StoredForm.stored(expected));
    }
    if (isTypeToCome()) {
      local = Warnings.kindToCome(desired);
      return Optional.of(StoredForm.stored(expected));
    }
    try {
      return attempts.send(write);
    } catch (ClusterException e) {
      local = reason(e).orElse(null);
      if (local == null) {
        throw e;
      }
      return Optional.of(StoredForm.stored(expected));
    }
  }

  private Optional<Problem> reason(ClusterException e) {
    boolean absent = e.isNotFound() && announced.contains(desired.namespace());
    return options.allows(Difference.DIFFS_WITHOUT_DRY_RUN) && (absent || Warnings.refusesDryRun(e))
        ? Optional.of(Warnings.noDryRun(desired, e))
        : Optional.empty();
  }

  private void warnOfDeletion(PlannedObject planned) {
    boolean tell =
        !planned.after().equals(planned.before())
            || !options.allows(Difference.WARNS_OF_DELETION_ON_CHANGE);
    if (tell
        && planned.after() instanceof MapValue
        && planned.before() instanceof MapValue live
        && live.map("metadata").has("deletionTimestamp")) {
      events.add(new Event.Warned(Warnings.beingDeleted(live)));
    }
  }
}
