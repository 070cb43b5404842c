package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ObjectApplier.ObjectResults;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.cluster.ServerSideProblems.Conflict;
import dev.japply.merge.AppliedCheck;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.Difference;
import dev.japply.plan.LeavingAccount;
import dev.japply.plan.OrphanedFields;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.ServerSideManifest;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The wish of a manifest that the server merges: a read, if that is allowed, and one PATCH with
/// the manifest.
///
/// Applying twice has the effect of applying once. So the PATCH is sent again after a lost response
/// and after a conflict of versions; a conflict with other managers is for the user.
record ServerSideWish(ApplyContext context, Planner planner, ServerSide method)
    implements ManifestWish {
  private ExecutionOptions options() {
    return context.options();
  }

  @Override
  public KubeObject sent(KubeObject desired) {
    return planner.serverSide(desired);
  }

  @Override
  public Event.Ended assumed(KubeObject desired) {
    return new Event.Applied(desired, Outcome.SERVERSIDE_APPLIED, desired.tree());
  }

  @Override
  public Action.OneWrite creation(MapValue body) {
    // Without force, fields of an object that another client has created are conflicts.
    return new Action.Apply(ServerSideManifest.unbound(body), /* force= */ false, "");
  }

  @Override
  public RetryPolicy policy(KubeObject desired) {
    return RetryPolicy.of(Budget.RESENDING, options(), desired);
  }

  @Override
  public WriteMode mode(KubeObject desired) {
    return WriteMode.serverSide(isBound(desired) ? WriteMode.Reads.ALWAYS : reads(desired));
  }

  /// Whether the manifest depends on the live object, which is read then.
  private boolean isBound(KubeObject desired) {
    return !method.rules().isEmpty() || options().planning().isIgnoring(desired);
  }

  @Override
  public PlannedObject plan(ResolvedObject target, @Nullable MapValue live) {
    ExecutionOptions options = options();
    KubeObject desired = target.desired();
    ServerSideManifest manifest;
    try {
      boolean typed =
          options.planning().isIgnoring(desired)
              || options.planning().reasons() != ReasonsWanted.NONE;
      Schema type = live != null && typed ? schema(target) : null;
      manifest = planner.onServer(desired, live, type, options.fieldManager());
    } catch (JapplyException e) {
      // The rule is wrong, and not unused. Conflicts are not known.
      List<String> rules =
          Stream.concat(planner.options().ignore().texts().stream(), method.rules().names())
              .toList();
      var reasons = new ChangeReasons(List.of(), rules, null, null);
      return Wish.planned(desired, live, new Action.Refused(e.problems()), reasons);
    }
    ChangeReasons reasons = manifest.reasons();
    if (live != null) {
      var migration = MigrationSettlement.of(desired, live, method, options);
      reasons = reasons.using(migration.used());
      Optional<Problem> taken = migration.problem();
      if (taken.isPresent()) {
        return Wish.planned(desired, live, new Action.Refused(List.of(taken.get())), reasons);
      }
    }
    MapValue tree = manifest.tree();
    boolean unchanged =
        live != null
            && method.subresource().isEmpty()
            && isUnchanged(target, tree, live)
            && !SoleOwnership.isDue(live, method, options);
    MapValue body = manifest.bound() && live != null ? ServerSideManifest.bound(tree, live) : tree;
    Action action =
        unchanged
            ? new Action.Unchanged()
            : new Action.Apply(body, method.forceConflicts(), method.subresource());
    return Wish.planned(desired, live, action, reasons);
  }

  private boolean isUnchanged(ResolvedObject target, MapValue manifest, MapValue live) {
    ExecutionOptions options = options();
    Schema type = options.allows(Difference.KEEPS_UNCHANGED_ON_SERVER) ? schema(target) : null;
    String group = target.resource().gvk().group();
    String kind = target.resource().gvk().kind();
    return type != null
        && new AppliedCheck(options.fieldManager(), type, version -> isServed(group, version, kind))
            .whyNotUnchanged(manifest, live)
            .isEmpty();
  }

  private boolean isServed(String group, String apiVersion, String kind) {
    try {
      Gvk type = Gvk.of(apiVersion, kind);
      return type.group().equals(group) && context.cluster().resource(type).isPresent();
    } catch (ClusterException e) {
      return false; // the manifest is sent, and the server responds
    }
  }

  private @Nullable Schema schema(ResolvedObject target) {
    return context.cluster().schema(target.resource().gvk()).orElse(null);
  }

  @Override
  public ObjectLoop.End settled(
      KubeObject desired, WriteMode mode, BiFunction<Wish, WriteMode, ObjectLoop.End> loop) {
    return new ConflictSettlement(desired, this, method, options())
        .run(settled -> loop.apply(settled, mode), settled -> loop.apply(settled, mode.reading()));
  }

  @Override
  public boolean isMigrating(PlannedObject planned, WriteMode mode) {
    boolean shown =
        mode.isPreview()
            ? planner.annotation() == Annotation.WRITTEN
                || options().allows(Difference.SHOWS_MIGRATION_IN_DIFFS)
            : MigrationTrial.isTrying(options());
    return shown
        && planned.action() instanceof Action.Apply
        && planned.before() instanceof MapValue before
        && !OrphanedFields.clients(before).isEmpty()
        && !MigrationSettlement.of(planned.desired(), before, method, options()).isLeft();
  }

  @Override
  public List<Problem> remarks(PlannedObject planned) {
    return SoleOwnership.warning(planned, method, options()).stream().toList();
  }

  @Override
  public List<Problem> problems(ResolvedObject target, ObjectLoop.End.Refused refused) {
    return problems(
        target,
        refused,
        conflict ->
            method.isOpen(target.desired(), conflict)
                && !SoleOwnership.takes(conflict, refused.request().live(), method, options()));
  }

  /// Returns the problems of a refused server-side apply. The live object, if it was not read
  /// before, and the result of a merge are data for their messages.
  ///
  /// @param open selects the conflicts to report
  List<Problem> problems(
      ResolvedObject target, ObjectLoop.End.Refused refused, Predicate<Conflict> open) {
    ClusterException e = refused.failure();
    MapValue known = refused.request().live();
    boolean helps = known == null && ServerSideProblems.isAboutLive(e);
    MapValue live = helps ? live(target).orElse(null) : known;
    MapValue result = e.isInvalid() && live != null ? merged(target, live) : null;
    var request =
        new RequestContext(
            target.desired(), live, result, () -> Optional.ofNullable(schema(target)));
    return ServerSideProblems.of(request, e, open, options().fieldManager());
  }

  private Optional<MapValue> live(ResolvedObject target) {
    try {
      return target.readFrom(context.cluster());
    } catch (ClusterException e) {
      return Optional.empty(); // the refusal is reported without it
    }
  }

  private @Nullable MapValue merged(ResolvedObject target, MapValue live) {
    try {
      return planner.plan(target.desired(), live, schema(target)) instanceof Action.Patch patch
          ? patch.result()
          : null;
    } catch (ClusterException e) {
      return null;
    }
  }

  /// The migration of an object from client-side apply can fail although the apply succeeded: the
  /// manager owns fields then that the server does not remove.
  @Override
  public Event.Ended finish(
      ResolvedObject target,
      PlannedObject planned,
      WriteResult.@Nullable Uncertain lost,
      Consumer<Event> events) {
    PlannedObject compared = method.compared() || isBound(planned.desired()) ? planned : null;
    if (planned.action() instanceof Action.Refused(List<Problem> why)) {
      return new Event.Failed(planned.desired(), why, compared);
    }
    if (planned.action() instanceof Action.Unchanged) {
      return new Event.Applied(
          planned.desired(),
          lost != null ? Outcome.SERVERSIDE_APPLIED : Outcome.SERVERSIDE_UNCHANGED,
          planned.object(),
          compared);
    }
    var results = new ObjectResults(context, events);
    results.warnOfDropped(planned);
    remarks(planned).forEach(warning -> events.accept(new Event.Warned(warning)));
    var applied = ObjectResults.applied(planned, Outcome.SERVERSIDE_APPLIED);
    boolean known = planned.before() instanceof MapValue;
    MapValue seen = planned.before() instanceof MapValue live ? live : applied.object();
    var migration = MigrationSettlement.of(planned.desired(), seen, method, options());
    boolean migrates = !migration.isLeft();
    if (!known && migration.problem().isPresent()) {
      return new Event.Failed(
          planned.desired(), List.of(migration.problem().orElseThrow()), compared);
    }
    Event.Ended end =
        options().dryRun() == DryRun.NONE && migrates
            ? new ServerSideMigration(
                    context,
                    method,
                    target,
                    live -> again(target, planned.reasons().left(), live),
                    events)
                .migrate(applied, isWithoutAccount(planned))
            : applied;
    return switch (end) {
      case Event.Failed failed -> new Event.Failed(failed.desired(), failed.problems(), compared);
      case Event.Unknown unknown -> unknown;
      case Event.Applied(var desired, var outcome, MapValue migrated, var ignored) -> {
        MapValue after =
            options().dryRun() == DryRun.NONE
                ? new SoleOwnership(context, method, events).of(target, migrated)
                : migrated;
        results.warnOfDeletion(after);
        boolean same =
            planned.before() instanceof MapValue before && isSame(desired, before, after);
        yield new Event.Applied(
            desired, same ? Outcome.SERVERSIDE_UNCHANGED : outcome, after, compared);
      }
    };
  }

  private WriteMode.Reads reads(KubeObject desired) {
    if (method.compared()) {
      return WriteMode.Reads.UNTIL_LOST_RESPONSE;
    }
    boolean hasAccount =
        method.subresource().isEmpty()
            && options().allows(Difference.REMOVES_ACCOUNTS_ON_SERVER)
            && LeavingAccount.isPossible(desired);
    return hasAccount || MigrationSettlement.reads(method, options())
        ? WriteMode.Reads.IF_ALLOWED
        : WriteMode.Reads.BULK;
  }

  /// Returns the manifest to send once more after a migration, which has given the manager fields
  /// of client-side apply.
  ///
  /// @param left the fields that a rule has left to their managers. They may have become fields of
  ///   this manager, which must send their live values to keep them
  private MapValue again(ResolvedObject target, List<FieldPath> left, MapValue live) {
    KubeObject desired = target.desired();
    boolean ignoring = options().planning().isIgnoring(desired);
    if (!ignoring && method.rules().isEmpty()) {
      return desired.tree();
    }
    Schema type = schema(target);
    MapValue tree = planner.onServer(desired, live, type, options().fieldManager()).tree();
    MapValue kept = ServerSideManifest.keeping(tree, left, live, type, options().fieldManager());
    return method.rules().isEmpty() ? kept : ServerSideManifest.bound(kept, live);
  }

  private static boolean isWithoutAccount(PlannedObject planned) {
    return planned.action() instanceof Action.Apply(MapValue sent, boolean force, String part)
        && LeavingAccount.isIn(sent, planned.desired());
  }

  /// Whether a write changed nothing. The status that a controller has written in between does not
  /// count.
  private boolean isSame(KubeObject desired, MapValue before, MapValue after) {
    boolean ofOthers = method.subresource().isEmpty() && !desired.tree().has("status");
    return !options().dryRun().distinguishes(before, after)
        || (ofOthers && ManagedFields.differOnlyInStatus(before, after));
  }
}
