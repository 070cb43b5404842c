package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.ObjectPreview.Result;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Patch;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.ServerSideManifest;
import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Carries out the plan for one object of a server-side apply: plans the object again by a dry run,
/// and writes if both plans have the same effect. The write is valid only for the version of the
/// object that was planned again. A dry run of the client only compares the plans.
///
/// No request can state that an object must not exist yet. So a new object is sent without force:
/// fields of an object that another client creates in between are conflicts.
///
/// @param check compares the plans
/// @param events receives warnings and requests
record ServerSidePlanApplier(
    ApplyContext context, ServerSide method, PlanCheck check, Consumer<Event> events) {

  /// Carries out `planned`; empty if the run ended before anything was sent.
  Optional<Event.Ended> apply(ResolvedObject given, PlannedObject planned) {
    Optional<Problem> unnamed = GenerateNameCheck.check(given.desired());
    if (unnamed.isPresent()) {
      return Optional.of(new Event.Failed(given.desired(), List.of(unnamed.get())));
    }
    ResolvedObject target = given.with(context.options().planner().serverSide(given.desired()));
    KubeObject desired = target.desired();
    var policy = RetryPolicy.of(Budget.READING, context.options(), desired);
    var writer = new Writer(desired, policy, context.cancellation(), events);
    var tried = new Result(planned, List.of(), null);
    boolean conflicted = false;
    while (true) {
      WriteResult result;
      try {
        Optional<Result> again = again(target, planned, writer);
        if (again.isEmpty()) {
          return Optional.empty();
        }
        tried = again.get();
        Verdict.Settled verdict = verdict(target, planned, tried);
        boolean sends = verdict instanceof Verdict.Fitting && !isDryRun();
        if (!sends) {
          return Optional.of(end(target, verdict, tried, writer));
        }
        PlannedObject replanned = tried.planned();
        if (replanned.action() instanceof Action.Recreate) {
          ReplaceOptions own = check.replacement(desired);
          return new RecreateApplier(context, own, target, events).carryOut(replanned);
        }
        result = writer.send(write(target, (Action.Apply) replanned.action(), replanned));
        if (!conflicted && isOwnership(result)) {
          conflicted = true; // hides that the object has changed, so it is compared again
          continue;
        }
      } catch (ClusterException e) {
        result = new WriteResult.NotSent(e);
      }
      Optional<Writer.Result> end = writer.next(result);
      if (end.isPresent()) {
        return end(target, end.get(), tried);
      }
    }
  }

  private static boolean isOwnership(WriteResult result) {
    return result instanceof WriteResult.Rejected rejected
        && ServerSideProblems.isOwnership(rejected.failure());
  }

  private boolean isDryRun() {
    return context.options().dryRun() == DryRun.CLIENT;
  }

  /// Plans the object again; empty if the run is to end.
  private Optional<Result> again(ResolvedObject target, PlannedObject planned, Writer writer) {
    boolean existed = planned.before() instanceof MapValue;
    if (existed || writer.read(() -> context.objects().read(target)).isPresent()) {
      // A plan names the objects to recreate, so no other is.
      Ruled rules =
          planned.action() instanceof Action.Recreate
              ? new Ruled(check.recreations().orElse(RecreateRules.NONE), check.replacement())
              : null;
      ExecutionOptions tried = context.options().with(DryRun.SERVER, method.ofPlan(rules));
      var preview =
          new ApplyContext(context.cluster(), context.objects(), tried, context.cancellation());
      return new ObjectPreview(preview, Annotation.WRITTEN, Set.of()).run(target);
    }
    Action action =
        LivePlanner.of(context.cluster(), context.options(), context.options().planner())
            .decide(target, null, writer.retries())
            .action();
    Action unforced =
        action instanceof Action.Apply(MapValue manifest, boolean force, String subresource)
            ? new Action.Apply(manifest, false, subresource)
            : action;
    var created = new PlannedObject(target.desired(), unforced, MISSING, MISSING);
    return Optional.of(new Result(created, List.of(), null));
  }

  private Verdict.Settled verdict(ResolvedObject target, PlannedObject planned, Result again) {
    String manager = context.options().fieldManager();
    var type = context.cluster().schema(target.resource().gvk()).orElse(null);
    Verdict.Settled verdict = check.verdict(planned, again.planned(), manager, type);
    return verdict instanceof Verdict.Stale(List<Problem> problems) && again.conflicts()
        ? new Verdict.Stale(planAgain(problems))
        : verdict;
  }

  /// Returns conflicts with other managers, which the plan did not have.
  private static List<Problem> planAgain(List<Problem> conflicts) {
    return conflicts.stream()
        .map(one -> Problem.error(one.origin(), one.subject(), one.what(), "plan again"))
        .toList();
  }

  private Event.Ended end(
      ResolvedObject target, Verdict.Settled verdict, Result tried, Writer writer) {
    KubeObject desired = target.desired();
    PlannedObject replanned = tried.planned();
    return switch (verdict) {
      case Verdict.Stale(List<Problem> problems) -> new Event.Failed(desired, problems);
      case Verdict.Done done ->
          applier()
              .migrated(
                  target,
                  method,
                  unchanged(replanned),
                  tried.left(),
                  /* bound= */ true,
                  writer.retries().lost() != null);
      case Verdict.Fitting(Action action) ->
          new Event.Applied(
              desired,
              action instanceof Action.Recreate ? Outcome.RECREATED : Outcome.SERVERSIDE_APPLIED,
              replanned.object());
    };
  }

  private static PlannedObject unchanged(PlannedObject replanned) {
    var same = new Action.Unchanged();
    return new PlannedObject(
        replanned.desired(), same, replanned.before(), replanned.before(), replanned.grounds());
  }

  private ObjectApplier applier() {
    return new ObjectApplier(context, events);
  }

  private WriteRequest write(ResolvedObject target, Action.Apply apply, PlannedObject replanned) {
    MapValue live = replanned.before() instanceof MapValue there ? there : null;
    MapValue body =
        live == null ? apply.manifest() : ServerSideManifest.bound(apply.manifest(), live);
    Patch patch =
        new Patch(Patch.Type.APPLY, body).forcing(apply.force()).of(apply.subresource()).onto(live);
    return new WriteRequest(
        WriteRequest.Kind.APPLY,
        body,
        () -> target.patch(context.cluster(), patch, context.options().writeOptions()));
  }

  private Optional<Event.Ended> end(ResolvedObject target, Writer.Result end, Result tried) {
    KubeObject desired = target.desired();
    PlannedObject replanned = tried.planned();
    return switch (end) {
      case Writer.Result.Written(MapValue after) ->
          Optional.of(
              applier()
                  .migrated(
                      target,
                      method,
                      replanned.withAfter(after),
                      tried.left(),
                      /* bound= */ true,
                      /* lost= */ false));
      case Writer.Result.Refused refused ->
          Optional.of(new Event.Failed(desired, problems(target, replanned, refused.failure())));
      case Writer.Result.Unknown(Problem problem) ->
          Optional.of(new Event.Unknown(desired, problem));
      case Writer.Result.Cancelled cancelled -> Optional.empty();
    };
  }

  private List<Problem> problems(
      ResolvedObject target, PlannedObject replanned, ClusterException failure) {
    MapValue live = replanned.before() instanceof MapValue there ? there : null;
    List<Problem> problems =
        new ServerSideRefusal(
                context.cluster(), context.options().planner(), context.options().fieldManager())
            .problems(target, live, failure, conflict -> true);
    return ServerSideProblems.isOwnership(failure) ? planAgain(problems) : problems;
  }
}
