package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.ApplyMethod.ClientSide;
import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ObjectApplier.ObjectResults;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.RetryPolicy.RetryState;
import dev.japply.merge.FieldReason;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.OtherVersion;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The wish of a manifest. The methods of applying differ in nothing but their wishes, and only
/// [#of] chooses between them.
interface ManifestWish extends Wish {
  /// A wish that is carried out. Its warnings follow from the reasons.
  static ManifestWish forApply(ApplyContext context) {
    ExecutionOptions options = context.options();
    Planner planner = options.with(options.planning().with(ReasonsWanted.SENT)).planner();
    return of(context, planner, /* warns= */ true);
  }

  /// A wish without warnings.
  static ManifestWish of(ApplyContext context, Planner planner) {
    return of(context, planner, /* warns= */ false);
  }

  private static ManifestWish of(ApplyContext context, Planner planner, boolean warns) {
    return switch (context.options().method()) {
      case ClientSide client -> new ClientSideWish(context, planner, warns);
      case ServerSide method -> new ServerSideWish(context, planner, method);
    };
  }

  ApplyContext context();

  Planner planner();

  /// Returns the plan for `target`.
  ///
  /// @param live the live object; null if there is none, or it was not read
  PlannedObject plan(ResolvedObject target, @Nullable MapValue live);

  @Override
  default Optional<PlannedObject> plan(
      ResolvedObject target, @Nullable MapValue live, RetryState retries) {
    return Optional.of(plan(target, live));
  }

  /// Returns the manifest as it is sent.
  default KubeObject sent(KubeObject desired) {
    return desired;
  }

  WriteMode mode(KubeObject desired);

  RetryPolicy policy(KubeObject desired);

  /// Returns the result for an object that the server cannot check on a dry run.
  Event.Ended assumed(KubeObject desired);

  /// Runs `loop` until conflicts with other managers are settled.
  default ObjectLoop.End settled(
      KubeObject desired, WriteMode mode, BiFunction<Wish, WriteMode, ObjectLoop.End> loop) {
    return loop.apply(this, mode);
  }

  /// Whether a migration from client-side apply follows the apply of `planned`, and is shown.
  default boolean isMigrating(PlannedObject planned, WriteMode mode) {
    return false;
  }

  /// Returns the warnings about a plan that is only shown.
  List<Problem> remarks(PlannedObject planned);

  /// Returns the result of `planned`, which the loop has carried out, after the writes that follow
  /// it.
  ///
  /// @param lost an earlier write that may have been carried out; null if there is none
  Event.Ended finish(
      ResolvedObject target,
      PlannedObject planned,
      WriteResult.@Nullable Uncertain lost,
      Consumer<Event> events);

  /// Returns the write that creates a deleted object again.
  Action.OneWrite creation(MapValue body);

  /// Returns the end of the loop for `target`. After a refusal, rules settle conflicts with other
  /// managers, and an object that takes no patch is planned to be deleted and created again. The
  /// loop does not carry that out, since it is several writes. A dry run shows the migration from
  /// client-side apply, too.
  ///
  /// @param events receives warnings and requests
  default ObjectLoop.End run(
      ResolvedObject target, WriteMode mode, RetryPolicy policy, Consumer<Event> events) {
    ObjectLoop.End end =
        settled(
            target.desired(),
            mode,
            (wish, reading) ->
                ObjectLoop.of(context(), reading, target, wish, policy, events).run());
    if (end instanceof ObjectLoop.End.Planned done
        && done.local() == null
        && isMigrating(done.planned(), mode)) {
      end = new MigrationTrial(context(), events).of(target, done);
    }
    return end instanceof ObjectLoop.End.Refused refused ? recreated(target, refused, events) : end;
  }

  private ObjectLoop.End recreated(
      ResolvedObject target, ObjectLoop.End.Refused refused, Consumer<Event> events) {
    return context()
        .options()
        .method()
        .replacement(target.desired())
        .flatMap(how -> new RecreatePlanner(context(), how, target, events).plan(refused))
        .<ObjectLoop.End>map(
            planned -> new ObjectLoop.End.Planned(planned.with(refused.reasons()), null, null))
        .orElse(refused);
  }

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
}
