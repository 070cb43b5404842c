package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.ManifestWish.ClientSideWish;
import dev.japply.apply.ObjectApplier.ObjectResults;
import dev.japply.apply.RetryPolicy.RetryState;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.Patch;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlanCheck;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.ServerSideManifest;
import dev.japply.plan.StalePlanCheck;
import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The wish of a stored plan: what it was made of is planned again for the live object, and only
/// the planned action passes. Everything else is refused; an object that is as planned stays.
///
/// A server-side apply is planned again by a dry run. Its request is valid only for the version of
/// the object that the dry run was made for.
///
/// @param context the context of the object, with its own options
/// @param planned the stored plan
record StoredPlan(ApplyContext context, Terms terms, PlannedObject planned) implements Wish {
  /// The check of plans, and the options for carrying them out.
  ///
  /// @param check decides whether a plan still fits
  /// @param rules the rules for recreation; an undo has none
  /// @param replacement the options for objects that are deleted, or deleted and created again
  record Terms(PlanCheck check, RecreateRules rules, RecreateOptions replacement) {
    /// Returns the recreation of `object`, by the rule for it if there is one.
    RecreateOptions replacement(KubeObject object) {
      return rules.of(object).map(replacement::with).orElse(replacement);
    }

    /// Whether an undo is carried out. It takes no rules and leaves the last-applied annotation to
    /// others. Fields that another client writes after the check are not deleted.
    boolean areOfUndo() {
      return replacement.isOfUndo();
    }
  }

  private PlanCheck check() {
    return terms.check();
  }

  @Override
  public Optional<PlannedObject> plan(
      ResolvedObject target, @Nullable MapValue live, RetryState retries) {
    return method()
        .map(method -> onServer(target, live, method))
        .orElseGet(() -> merged(target, live));
  }

  /// Returns the server-side apply of the object; empty for a client-side one, and for an object
  /// that is deleted.
  Optional<ServerSide> method() {
    return context.options().method() instanceof ServerSide method && !planned.isDeletion()
        ? Optional.of(method)
        : Optional.empty();
  }

  /// Returns the wish of a manifest that the server merges.
  private Optional<ServerSideWish> manifest() {
    return method().map(method -> new ServerSideWish(context, context.options().planner(), method));
  }

  /// Returns the manifest as it is sent.
  KubeObject sent(KubeObject desired) {
    return manifest().map(wish -> wish.sent(desired)).orElse(desired);
  }

  /// Whether the plan deletes the object first, by a request that is not the loop's.
  boolean isDeletion() {
    return method().isEmpty() && !(planned.action() instanceof Action.Merged);
  }

  /// Returns the end of the loop. After a conflict with other managers, which hides that the object
  /// has changed, the plan is compared again.
  ObjectLoop.End run(ResolvedObject target, RetryPolicy policy, Consumer<Event> events) {
    DryRun dryRun = context.options().dryRun();
    WriteMode mode =
        method().isPresent() || isDeletion() || terms.areOfUndo()
            ? WriteMode.onto(dryRun)
            : WriteMode.clientSide(dryRun);
    ObjectLoop.End end = ObjectLoop.of(context, mode, target, this, policy, events).run();
    return method().isPresent() && isOwnership(end)
        ? ObjectLoop.of(context, mode, target, this, policy, events).run()
        : end;
  }

  private static boolean isOwnership(ObjectLoop.End end) {
    return end instanceof ObjectLoop.End.Refused refused
        && ServerSideProblems.isOwnership(refused.failure());
  }

  /// Returns the result of the plan, which the loop has carried out.
  ///
  /// @param lost an earlier write that may have been carried out; null if there is none
  Event.Ended finish(
      ResolvedObject target,
      PlannedObject fitting,
      WriteResult.@Nullable Uncertain lost,
      Consumer<Event> events) {
    return manifest()
        .map(wish -> wish.finish(target, fitting, lost, events))
        .orElseGet(
            () -> new ObjectResults(context, events).of(fitting, isDeletion() ? null : lost));
  }

  @Override
  public List<Problem> problems(ResolvedObject target, ObjectLoop.End.Refused refused) {
    List<Problem> problems =
        manifest()
            .map(wish -> wish.problems(target, refused, conflict -> true))
            .orElseGet(() -> Wish.super.problems(target, refused));
    return method().isPresent() && isOwnership(refused) ? planAgain(problems) : problems;
  }

  @Override
  public List<Problem> warnings(PlannedObject fitting) {
    return ClientSideWish.harms(fitting, context.options());
  }

  private PlannedObject with(@Nullable MapValue live, Action action) {
    return Wish.planned(planned.desired(), live, action, planned.reasons());
  }

  /// Plans a client-side apply, an undo or a deletion again.
  private Optional<PlannedObject> merged(ResolvedObject target, @Nullable MapValue live) {
    return switch (verdict(target, live)) {
      case Verdict.Fitting(Action.Patch patch) ->
          Optional.of(fitting(target, Objects.requireNonNull(live), patch));
      case Verdict.Fitting(Action.Recreate same) when !terms.areOfUndo() && live != null ->
          recreated(target, live);
      case Verdict.Fitting(Action.Create create) -> Optional.of(fitting(target, create));
      case Verdict.Fitting(Action action) -> Optional.of(with(live, action));
      case Verdict.Done done -> Optional.of(with(live, new Action.Unchanged()));
      case Verdict.Stale(List<Problem> problems) ->
          Optional.of(with(live, new Action.Refused(problems)));
    };
  }

  /// Returns the verdict about the object planned again, without a request if the plan fits.
  private Verdict.Settled verdict(ResolvedObject target, @Nullable MapValue live) {
    return verdict(target, check().again(planned, live, typeOf(target, live)));
  }

  /// Returns the verdict of the check. Where it depends on whether the server changes anything for
  /// a patch, a dry run shows that.
  private Verdict.Settled verdict(ResolvedObject target, PlannedObject again) {
    Schema type = typeOf(target, again.before() instanceof MapValue live ? live : null);
    String manager = context.options().fieldManager();
    return switch (check().verdict(planned, again, manager, type)) {
      case Verdict.Settled settled -> settled;
      case Verdict.Applied(Action.Patch patch, List<Problem> otherwise) ->
          DryRun.SERVER.isChange(patch, (MapValue) again.before(), tried(target, patch))
              ? new Verdict.Stale(otherwise)
              : new Verdict.Done();
    };
  }

  /// Returns the type of a live object; null if there is none, or nothing depends on its type.
  private @Nullable Schema typeOf(ResolvedObject target, @Nullable MapValue live) {
    return live == null || planned.isDeletion() ? null : schema(target);
  }

  /// Returns a patch only onto the version that was just found to fit. Where the plan states that
  /// the server changes nothing for it, or not some of its fields, or rewrites values, the server
  /// confirms that by a dry run.
  private PlannedObject fitting(ResolvedObject target, MapValue live, Action.Patch patch) {
    boolean same = planned.action() instanceof Action.Unchanged;
    if (same || !planned.reasons().kept().isEmpty() || planned.reasons().rewritten()) {
      MapValue after = tried(target, patch);
      boolean changes =
          same
              ? DryRun.SERVER.isChange(patch, live, after)
              : !StalePlanCheck.keeps(planned, live, after)
                  || check().otherResult(planned, live, after, schema(target)).isPresent();
      if (changes) {
        return with(live, new Action.Refused(List.of(check().different(planned))));
      }
    }
    return with(
        live,
        same
            ? new Action.Unchanged()
            : new Action.Patch(
                patch.strategic(), patch.body(), patch.result(), /* guarded= */ true));
  }

  private PlannedObject fitting(ResolvedObject target, Action.Create create) {
    return with(
        null,
        planned.reasons().rewritten() && isOther(target, tried(target, create))
            ? new Action.Refused(List.of(check().different(planned)))
            : create);
  }

  /// Whether the server makes other values of a new object's than the plan has.
  private boolean isOther(ResolvedObject target, MapValue after) {
    return check().otherResult(planned, MISSING, after, schema(target)).isPresent();
  }

  private @Nullable Schema schema(ResolvedObject target) {
    return context.cluster().schema(target.resource().gvk()).orElse(null);
  }

  /// Returns the result of a dry run of `action`, onto any version.
  private MapValue tried(ResolvedObject target, Action.OneWrite action) {
    WriteOptions own = context.options().writeOptions();
    var dry = new WriteOptions(own.fieldManager(), own.fieldValidation(), true);
    Cluster cluster = context.cluster();
    return switch (action) {
      case Action.Create(MapValue body) ->
          cluster.create(target.resource(), target.desired().namespace(), body, dry);
      case Action.Patch patch -> {
        Patch.Type type = patch.strategic() ? Patch.Type.STRATEGIC : Patch.Type.MERGE;
        yield target.patch(cluster, new Patch(type, patch.body()), dry);
      }
      case Action.Apply(MapValue manifest, boolean force, String part) ->
          target.patch(cluster, new Patch(Patch.Type.APPLY, manifest).forcing(force).of(part), dry);
      case Action.Unchanged same -> throw new IllegalArgumentException("not sent: " + planned);
      case Action.Refused refused -> throw new IllegalArgumentException("not sent: " + planned);
    };
  }

  /// Checks that the server still refuses a patch and accepts a new object, and that no other
  /// objects are deleted with it. So nothing is deleted for no effect, nor because of an edited
  /// plan file.
  private Optional<PlannedObject> recreated(ResolvedObject target, MapValue live) {
    var method = new ApplyMethod.ClientSide(terms.replacement(target.desired()));
    return previewed(target, live, method)
        .map(preview -> {
          PlannedObject now = preview.planned();
          boolean still =
              now.action() instanceof Action.Refused
                  || (now.action() instanceof Action.Recreate
                      && verdict(target, now) instanceof Verdict.Fitting);
          Problem other = target.desired().error("would not be recreated now", "plan again");
          return still ? confirmed(target, now) : with(live, new Action.Refused(List.of(other)));
        });
  }

  /// Plans the object again by a dry run. No request can state that an object must not exist yet,
  /// so a new object is sent without force: fields of an object that another client creates in
  /// between are conflicts.
  private Optional<PlannedObject> onServer(
      ResolvedObject target, @Nullable MapValue live, ServerSide method) {
    if (live == null) {
      PlannedObject created =
          new ServerSideWish(context, context.options().planner(), method).plan(target, null);
      PlannedObject unforced =
          created.action() instanceof Action.Apply(MapValue body, boolean force, String part)
              ? with(null, new Action.Apply(body, /* force= */ false, part))
              : created;
      PlannedObject fitting = checked(target, unforced, /* conflicts= */ false);
      boolean other =
          planned.reasons().rewritten()
              && fitting.action() instanceof Action.Apply apply
              && isOther(target, tried(target, apply));
      return Optional.of(
          other ? with(null, new Action.Refused(List.of(check().different(planned)))) : fitting);
    }
    // A plan names the objects to recreate, so no other is.
    Ruled rules =
        planned.action() instanceof Action.Recreate
            ? new Ruled(terms.rules(), terms.replacement())
            : null;
    return previewed(target, live, method.ofPlan(rules))
        .map(preview -> confirmed(target, checked(target, preview.planned(), preview.conflicts())));
  }

  /// Returns `now`, refused if it recreates the object and the server makes other values of the new
  /// one than the plan has.
  private PlannedObject confirmed(ResolvedObject target, PlannedObject now) {
    if (planned.reasons().untried()
        || !(now.action() instanceof Action.Recreate(String uid, MapValue body)
            && now.before() instanceof MapValue live)) {
      return now;
    }
    PlannedObject expected = planned.with(now.action(), live);
    boolean same =
        new CreateDryRun(context.cluster(), context.options(), context.cancellation(), events -> {})
            .result(target, body, live)
            .filter(made -> check().otherResult(expected, MISSING, made, schema(target)).isEmpty())
            .isPresent();
    return same ? now : with(live, new Action.Refused(List.of(check().different(planned))));
  }

  /// Returns what `again` does, if the plan fits.
  ///
  /// @param conflicts whether it is refused because of other managers, as the plan was not
  private PlannedObject checked(ResolvedObject target, PlannedObject again, boolean conflicts) {
    MapValue live = again.before() instanceof MapValue before ? before : null;
    return switch (verdict(target, again)) {
      case Verdict.Stale(List<Problem> problems) ->
          with(live, new Action.Refused(conflicts ? planAgain(problems) : problems));
      case Verdict.Done done ->
          Wish.planned(again.desired(), live, new Action.Unchanged(), again.reasons());
      case Verdict.Fitting(Action.Apply(MapValue body, boolean force, String part))
          when live != null ->
          again.with(new Action.Apply(ServerSideManifest.bound(body, live), force, part), live);
      case Verdict.Fitting fitting -> again;
    };
  }

  /// Returns conflicts with other managers, which the plan did not have.
  private static List<Problem> planAgain(List<Problem> conflicts) {
    return conflicts.stream()
        .map(one -> Problem.error(one.origin(), one.subject(), one.what(), "plan again"))
        .toList();
  }

  /// Previews the object by `method`. It was read already.
  private Optional<ObjectPreview.Result> previewed(
      ResolvedObject target, MapValue live, ApplyMethod method) {
    var objects = LiveObjects.of(context.cluster(), context.cancellation(), target, live);
    var dry =
        new ApplyContext(
            context.cluster(),
            objects,
            context.options().with(DryRun.SERVER, method),
            context.cancellation());
    return new ObjectPreview(dry, Annotation.WRITTEN, Set.of()).run(target);
  }
}
