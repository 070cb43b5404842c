package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import dev.japply.merge.ServerNormalization;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecreateBody;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.RecreateRules.Permission;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Plans to delete an object and create it again, where the server refuses a patch and would accept
/// a new object. Changes nothing.
final class RecreatePlanner {

  private final ApplyContext context;
  private final ExecutionOptions options;
  private final RecreateOptions replacement;
  private final ResolvedObject target;
  private final KubeObject desired;
  private final Consumer<Event> events;

  RecreatePlanner(
      ApplyContext context,
      RecreateOptions replacement,
      ResolvedObject target,
      Consumer<Event> events) {
    this.context = context;
    this.options = context.options();
    this.replacement = replacement;
    this.target = target;
    this.desired = target.desired();
    this.events = events;
  }

  /// Returns the plan for the object, which is refused if nothing may be deleted; empty if deletion
  /// does not help against the refusal, or the run was cancelled.
  Optional<PlannedObject> plan(ObjectLoop.End.Refused refused) {
    if (!refused.patched() || !helps(refused.failure()) || context.cancellation().requested()) {
      return Optional.empty();
    }
    MapValue live = live(refused).orElse(null);
    if (live == null) {
      return Optional.empty();
    }
    List<Problem> refusal =
        ManifestWish.of(context, options.planner()).problems(target, refused.onto(live));
    Optional<String> forbidden = options.planning().forbidden().reason(live, /* recreated= */ true);
    if (forbidden.isPresent()) {
      return Optional.of(refused(forbidden.get(), live, refusal));
    }
    Optional<String> kept = kept(live);
    if (kept.isPresent() && options.allows(Difference.REFUSES_RISKY_REPLACEMENT)) {
      return Optional.of(refused(kept.get(), live, refusal));
    }
    Schema schema = context.cluster().schema(target.resource().gvk()).orElse(null);
    return switch (options.planner().recreate(desired, live, schema)) {
      case Action.Refused(List<Problem> why) -> Optional.of(refused(mistake(), live, why));
      case Action.Recreate recreate -> plan(recreate, live, refusal);
    };
  }

  /// Returns the live object; empty if there is none, or if it cannot be read. Server-side apply
  /// does not read it before.
  private Optional<MapValue> live(ObjectLoop.End.Refused refused) {
    MapValue known = refused.request().live();
    if (known != null) {
      return Optional.of(known);
    }
    try {
      return target.readFrom(context.cluster());
    } catch (ClusterException e) {
      return Optional.empty(); // the refusal is reported without it
    }
  }

  private Optional<PlannedObject> plan(
      Action.Recreate recreate, MapValue live, List<Problem> refusal) {
    Permission permission = replacement.permission();
    if (permission == null) {
      return tryCreation(recreate, live);
    }
    MapValue body = RecreateBody.keeping(recreate.body(), live);
    Optional<PlannedObject> planned = tryCreation(new Action.Recreate(recreate.uid(), body), live);
    boolean refused = planned.isPresent() && planned.get().action() instanceof Action.Refused;
    if (refused && !body.equals(recreate.body())) {
      planned = tryCreation(recreate, live);
    }
    if (planned.isPresent() && planned.get().action() instanceof Action.Recreate) {
      String along = RecreateBody.along(live, permission.orphan());
      String what =
          "to be deleted and recreated by %s, since the server does not change it: %s%s"
              .formatted(
                  permission.source(),
                  refusal.getFirst().what(),
                  along.isEmpty() ? "" : "; " + along);
      events.accept(new Event.Warned(desired.warning(WarningId.RECREATION, what, "")));
    }
    return planned;
  }

  private String mistake() {
    return replacement.by() + " deleted nothing, because a new object would be refused, too";
  }

  private String cutOff() {
    return replacement.by()
        + " deleted nothing, because no dry run showed that the server accepts a new"
        + " object; apply again";
  }

  /// Returns the reason for keeping the live object; empty if it may be deleted.
  private Optional<String> kept(MapValue live) {
    Permission permission = replacement.permission();
    if (permission == null) {
      return dataLoss(desired.gvk());
    }
    if (permission.orphan() && RecreateBody.movesSelector(desired.tree(), live)) {
      return Optional.of(
          replacement.by()
              + " does not orphan its Pods, because the new selector would not match them");
    }
    if (replacement.includesData()) {
      return Optional.empty();
    }
    Optional<String> data =
        dataLoss(desired.gvk())
            .or(() ->
                !permission.orphan() && RecreateBody.deletesClaims(live)
                    ? Optional.of(
                        replacement.by()
                            + " does not delete it, because that would also delete its claims")
                    : Optional.empty());
    return data.map(why ->
        why
            + "; name it in the project file, or annotate it with "
            + RecreateRules.ANNOTATION
            + ": on-immutable-change");
  }

  /// `planned`, where the server would take the new object; else that is refused. Empty when the
  /// run is to end.
  private Optional<PlannedObject> tryCreation(Action.Recreate recreate, MapValue live) {
    MapValue after = ServerNormalization.stored(recreate.body());
    var planned = new PlannedObject(desired, recreate, live, after);
    return new CreateDryRun(context.cluster(), options, context.cancellation(), events)
        .check(target, recreate.body(), live)
        .map(response ->
            response.refusal().isEmpty()
                ? planned
                : refused(response.isDecided() ? mistake() : cutOff(), live, response.refusal()));
  }

  /// Whether kubectl would recreate for that reason. A resourceVersion in the manifest protects
  /// other versions.
  private boolean helps(ClusterException e) {
    boolean pinned = desired.tree().map("metadata").has("resourceVersion");
    return e.isInvalid()
        || (replacement.permission() == null
            && e.isConflict()
            && !(pinned && options.allows(Difference.REFUSES_RISKY_REPLACEMENT)));
  }

  /// Returns the reason for not deleting objects of that type; empty if they may be deleted.
  private Optional<String> dataLoss(Gvk gvk) {
    return RecreateBody.data(gvk)
        .map(what ->
            replacement.by()
                + " does not delete a "
                + gvk.kind()
                + ", because that would also delete "
                + what);
  }

  private PlannedObject refused(String more, MapValue live, List<Problem> why) {
    return PlannedObject.refused(
        desired, live, why.stream().map(problem -> problem.withHint(more)).toList());
  }
}
