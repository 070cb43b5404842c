package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ClientSide;
import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.LeavingAccount;
import dev.japply.plan.OtherVersion;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.ServerSideManifest;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Applies one object by the method of the options.
///
/// @param context shared with the other objects of the run
/// @param events receives warnings and requests
record ObjectApplier(ApplyContext context, Consumer<Event> events) {
  /// Applies `target`; empty if the run ended before anything was sent.
  Optional<Event.Ended> apply(ResolvedObject target) {
    Optional<Problem> unnamed = GenerateNameCheck.check(target.desired());
    if (unnamed.isPresent()) {
      return Optional.of(failed(target, unnamed.get()));
    }
    ApplyContext own = context.of(target.desired());
    return switch (own.options().method()) {
      case ClientSide client -> applyClientSide(target);
      case ServerSide server -> new ObjectApplier(own, events).applyOnServer(target, server, true);
    };
  }

  private static Event.Ended failed(ResolvedObject target, Problem problem) {
    return new Event.Failed(target.desired(), List.of(problem));
  }

  private ExecutionOptions options() {
    return context.options();
  }

  private Optional<Event.Ended> applyClientSide(ResolvedObject target) {
    var wish = ManifestWish.forApply(context.cluster(), options());
    var policy = RetryPolicy.of(Budget.READING, options(), target.desired());
    WriteMode mode = WriteMode.clientSide(options().dryRun());
    ObjectLoop.End end = new ManifestRun(context, target, wish, mode, policy, events).run();
    if (end instanceof ObjectLoop.End.Planned(var planned, var lost, var local)
        && !(planned.action() instanceof Action.OfUnpatchable)
        && planned.before() instanceof MapValue before) {
      OtherVersion.warning(planned.desired(), before)
          .ifPresent(warning -> events.accept(new Event.Warned(warning)));
      ApplyWarnings.staying(planned.desired(), before, options().fieldManager())
          .ifPresent(warning -> events.accept(new Event.Warned(warning)));
    }
    return end instanceof ObjectLoop.End.Planned(var planned, var lost, var local)
            && planned.action() instanceof Action.Recreate
        ? recreate(target, planned)
        : results().of(target, end);
  }

  private Optional<Event.Ended> recreate(ResolvedObject target, PlannedObject planned) {
    RecreateOptions how = options().method().replacement(target.desired()).orElseThrow();
    return new RecreateApplier(context, how, target, events).carryOut(planned);
  }

  /// Carries out `wish`, which reads the object before each attempt.
  ObjectLoop.End loop(ResolvedObject target, Wish wish, WriteMode mode) {
    var policy = RetryPolicy.of(Budget.READING, options(), target.desired());
    return ObjectLoop.of(context, mode, target, wish, policy, events).run();
  }

  ObjectResults results() {
    return new ObjectResults(context, events);
  }

  /// Applies `given` by server-side apply: a read, if that is allowed, and one PATCH with the
  /// manifest. On a dry run of the client, which only has objects that are too large for the
  /// annotation, the result is the manifest.
  ///
  /// Applying twice has the effect of applying once. So the PATCH is sent again after a lost
  /// response and after a conflict of versions; a conflict with other managers is for the user.
  ///
  /// The migration of an object from client-side apply can fail although the apply succeeded: the
  /// manager owns fields then that the server does not remove. Applied again, the server refuses
  /// the object, so that a rule can recreate it.
  ///
  /// @param first whether the object was not applied before by this run
  private Optional<Event.Ended> applyOnServer(
      ResolvedObject given, ServerSide method, boolean first) {
    if (options().dryRun() == DryRun.CLIENT) {
      MapValue manifest = given.desired().tree();
      return Optional.of(new Event.Applied(given.desired(), Outcome.SERVERSIDE_APPLIED, manifest));
    }
    Planner planner = options().planner();
    ResolvedObject target = given.with(planner.serverSide(given.desired()));
    KubeObject desired = target.desired();
    var policy = RetryPolicy.of(Budget.RESENDING, options(), desired);
    boolean bound = !method.rules().isEmpty() || options().planning().isIgnoring(desired);
    var mode = WriteMode.serverSide(bound ? WriteMode.Reads.ALWAYS : reads(desired, method));
    var wish = ManifestWish.of(context.cluster(), options(), planner);
    ObjectLoop.End done = new ManifestRun(context, target, wish, mode, policy, events).run();
    return switch (done) {
      case ObjectLoop.End.Planned(PlannedObject planned, var lost, var local)
          when planned.action() instanceof Action.Recreate ->
          recreate(target, planned);
      case ObjectLoop.End.Planned(PlannedObject planned, var lost, var local) -> {
        Event.Ended end = migrated(target, method, planned, bound, lost != null);
        boolean unfinished =
            planned.action() instanceof Action.Apply && end instanceof Event.Failed;
        yield first && unfinished && options().replaces(desired)
            ? applyOnServer(given, method, /* first= */ false)
            : Optional.of(end);
      }
      case ObjectLoop.End.Refused refused -> Optional.of(results().failed(target, refused));
      case ObjectLoop.End.Unknown(Problem problem, var grounds) ->
          Optional.of(new Event.Unknown(desired, problem));
      case ObjectLoop.End.Cancelled cancelled -> Optional.empty();
    };
  }

  private WriteMode.Reads reads(KubeObject desired, ServerSide method) {
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
  private MapValue again(
      ResolvedObject target, ServerSide method, List<FieldPath> left, MapValue live) {
    KubeObject desired = target.desired();
    boolean ignoring = options().planning().isIgnoring(desired);
    if (!ignoring && method.rules().isEmpty()) {
      return desired.tree();
    }
    Schema type = context.cluster().schema(target.resource().gvk()).orElse(null);
    Planner planner = options().planner();
    MapValue tree = planner.onServer(desired, live, type, options().fieldManager()).tree();
    MapValue kept = ServerSideManifest.keeping(tree, left, live, type, options().fieldManager());
    return method.rules().isEmpty() ? kept : ServerSideManifest.bound(kept, live);
  }

  /// Returns the result of a server-side apply, after the migration from client-side apply.
  ///
  /// @param bound whether the manifest depends on the live object, which was read then
  /// @param lost whether an earlier write may have been carried out
  Event.Ended migrated(
      ResolvedObject target,
      ServerSide method,
      PlannedObject planned,
      boolean bound,
      boolean lost) {
    PlannedObject compared = method.compared() || bound ? planned : null;
    if (planned.action() instanceof Action.Refused(List<Problem> why)) {
      return new Event.Failed(planned.desired(), why, compared);
    }
    if (planned.action() instanceof Action.Unchanged) {
      return new Event.Applied(
          planned.desired(),
          lost ? Outcome.SERVERSIDE_APPLIED : Outcome.SERVERSIDE_UNCHANGED,
          planned.object(),
          compared);
    }
    results().warnOfDropped(planned);
    OwnUpdateHandover.warning(planned, method, options())
        .ifPresent(warning -> events.accept(new Event.Warned(warning)));
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
                    live -> again(target, method, planned.grounds().left(), live),
                    events)
                .migrate(applied, isWithoutAccount(planned))
            : applied;
    return switch (end) {
      case Event.Failed failed -> new Event.Failed(failed.desired(), failed.problems(), compared);
      case Event.Unknown unknown -> unknown;
      case Event.Applied(var desired, var outcome, MapValue migrated, var ignored) -> {
        MapValue after =
            options().dryRun() == DryRun.NONE
                ? new OwnUpdateHandover(context, method, events).of(target, migrated)
                : migrated;
        results().warnOfDeletion(after);
        boolean same =
            planned.before() instanceof MapValue before && isSame(method, desired, before, after);
        yield new Event.Applied(
            desired, same ? Outcome.SERVERSIDE_UNCHANGED : outcome, after, compared);
      }
    };
  }

  private static boolean isWithoutAccount(PlannedObject planned) {
    return planned.action() instanceof Action.Apply(MapValue sent, boolean force, String part)
        && LeavingAccount.isIn(sent, planned.desired());
  }

  /// Whether a write changed nothing. The status that a controller has written in between does not
  /// count.
  private boolean isSame(ServerSide method, KubeObject desired, MapValue before, MapValue after) {
    boolean ofOthers = method.subresource().isEmpty() && !desired.tree().has("status");
    return !options().dryRun().distinguishes(before, after)
        || (ofOthers && ManagedFields.differOnlyInStatus(before, after));
  }
}
