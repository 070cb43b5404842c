package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ClientSide;
import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.ReasonsWanted;
import dev.japply.problem.Problem;
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
}
