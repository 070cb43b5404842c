package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.WriteResult.Stored;
import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.Patch;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.ServerSideProblems.Conflict;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.SecretValues;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.OwnUpdates;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes a manager the owner of its applied fields by server-side apply alone, after it has written
/// some of them by a create or an update. Else these would stay when they leave the manifest.
///
/// The object has been applied before. So a failure is a warning, and the next run tries again.
///
/// @param events receives the PATCH
record SoleOwnership(ApplyContext context, ServerSide method, Consumer<Event> events) {

  /// Whether an apply takes over what the same name has written otherwise.
  static boolean isTaking(ServerSide method, ExecutionOptions options) {
    return options.allows(Difference.TAKES_OVER_OWN_UPDATES) && method.subresource().isEmpty();
  }

  /// Whether the manager owns fields of `live` by both operations.
  static boolean isDue(MapValue live, ServerSide method, ExecutionOptions options) {
    ManagedFields before = ManagedFields.of(live);
    return isTaking(method, options)
        && before.hasUpdates(options.fieldManager())
        && !before.withoutRepeated(options.fieldManager()).equals(before);
  }

  /// Whether an apply takes over the field of a conflict.
  ///
  /// @param live the object before the apply; null if it was not read
  static boolean takes(
      Conflict conflict, @Nullable MapValue live, ServerSide method, ExecutionOptions options) {
    return live != null
        && isTaking(method, options)
        && OwnUpdates.of(live, options.fieldManager())
            .filter(own -> own.takes(conflict.field(), conflict.manager()))
            .isPresent();
  }

  /// Returns the warning about an apply that takes over such fields.
  static Optional<Problem> warning(
      PlannedObject planned, ServerSide method, ExecutionOptions options) {
    return isTaking(method, options)
            && planned.action() instanceof Action.Apply
            && planned.before() instanceof MapValue before
        ? OwnUpdates.of(before, options.fieldManager())
            .flatMap(own -> own.warning(planned.desired()))
        : Optional.empty();
  }

  /// Returns `live`, the object that was applied, with this owner alone.
  MapValue of(ResolvedObject target, MapValue live) {
    if (!isDue(live, method, context.options())) {
      return live;
    }
    var policy = RetryPolicy.of(Budget.RESENDING, context.options(), target.desired()).unpinned();
    var writer = new Writer(target.desired(), policy, context.cancellation(), events);
    return switch (writer.write(() -> patch(writer, target, live))) {
      case WriteResult.Stored(MapValue after) -> after;
      case WriteResult.Cancelled cancelled -> live;
      case WriteResult.Failed refused ->
          failed(target.desired(), live, ServerProblems.sentence(refused.failure()));
      case WriteResult.Unknown(Problem problem) -> failed(target.desired(), live, problem.what());
    };
  }

  private WriteResult patch(Writer writer, ResolvedObject target, MapValue live) {
    MapValue read =
        writer.retries().isRetry()
            ? writer.read(() -> target.readFrom(context.cluster())).orElse(MapValue.EMPTY)
            : live;
    if (!isDue(read, method, context.options())) {
      return new Stored(read.isEmpty() ? live : read);
    }
    ManagedFields after = ManagedFields.of(read).withoutRepeated(context.options().fieldManager());
    Patch patch = Patch.managers(after.tree(), read);
    return writer.send(
        new WriteRequest(
            WriteRequest.Kind.PATCH,
            patch.body(),
            () -> target.patch(context.cluster(), patch, context.options().writeOptions())));
  }

  private MapValue failed(KubeObject desired, MapValue live, String reason) {
    String what =
        ("applied, but %s remains the owner of some fields by a create or an update, too, and the"
                + " next run tries again to change that: %s")
            .formatted(
                context.options().fieldManager(), SecretValues.scrubbed(reason, desired, live));
    events.accept(new Event.Warned(desired.warning(WarningId.MIGRATION, what, "")));
    return live;
  }
}
