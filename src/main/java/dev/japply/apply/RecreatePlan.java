package dev.japply.apply;

import dev.japply.apply.CreateDryRun.Answer;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/// Plans to delete an object and create it again, where the server refuses a patch and would accept
/// a new object. Changes nothing.
final class RecreatePlan {
  private static final int INVALID = 422;

  private static final String MISTAKE =
      "--force deleted nothing, because a new object would be refused, too";

  private static final String CUT_OFF =
      "--force deleted nothing, because no dry run showed that the server accepts a new"
          + " object; apply again";

  /// Data that is deleted with an object of that type, by group and kind.
  private static final Map<String, String> PRECIOUS =
      Map.of(
          "/Namespace", "everything in it",
          "/PersistentVolume", "its data",
          "/PersistentVolumeClaim", "its data",
          "apiextensions.k8s.io/CustomResourceDefinition", "all its objects");

  private final ApplyContext context;
  private final ExecutionOptions options;
  private final ResolvedObject target;
  private final KubeObject desired;
  private final Consumer<Event> events;

  RecreatePlan(ApplyContext context, ResolvedObject target, Consumer<Event> events) {
    this.context = context;
    this.options = context.options();
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
    Optional<String> precious = precious(desired.gvk());
    if (precious.isPresent() && options.allows(Difference.REFUSES_RISKY_REPLACEMENT)) {
      List<Problem> said = ServerProblems.of(refused.request(), refused.failure());
      return Optional.of(refused(precious.get(), said));
    }
    MapValue live = Objects.requireNonNull(refused.request().live());
    Schema schema = context.cluster().schema(target.resource().gvk()).orElse(null);
    return switch (new Planner(options.planning()).recreate(desired, live, schema)) {
      case Action.Refused(List<Problem> why) -> Optional.of(refused(MISTAKE, why));
      case Action.Recreate recreate ->
          rehearse(new PlannedObject(desired, recreate, live, recreate.body()), recreate, live);
    };
  }

  /// `planned`, where the server would take the new object; else that is refused. Empty when the
  /// run is to end.
  private Optional<PlannedObject> rehearse(
      PlannedObject planned, Action.Recreate recreate, MapValue live) {
    return new CreateDryRun(context.cluster(), options, context.cancellation(), events)
        .ask(target, recreate.body(), live)
        .map(answer ->
            switch (answer) {
              case Answer.Taken taken -> planned;
              case Answer.Refused(List<Problem> why) -> refused(MISTAKE, why);
              case Answer.CutOff(List<Problem> why) -> refused(CUT_OFF, why);
            });
  }

  /// Whether kubectl would recreate for that reason. A resourceVersion in the manifest protects
  /// other versions.
  private boolean helps(ClusterException e) {
    boolean pinned = desired.tree().map("metadata").has("resourceVersion");
    return e.status() == INVALID
        || (e.isConflict() && !(pinned && options.allows(Difference.REFUSES_RISKY_REPLACEMENT)));
  }

  /// Whether objects of that type are not deleted, unless by kubectl's ways.
  static boolean isPrecious(Gvk gvk) {
    return precious(gvk).isPresent();
  }

  /// Returns the reason for not deleting objects of that type; empty if they may be deleted.
  private static Optional<String> precious(Gvk gvk) {
    return Optional.ofNullable(PRECIOUS.get(gvk.group() + "/" + gvk.kind()))
        .map(what ->
            "--force does not delete a " + gvk.kind() + ", because that would also delete " + what);
  }

  private PlannedObject refused(String more, List<Problem> why) {
    return PlannedObject.refused(
        desired, why.stream().map(problem -> problem.withHint(more)).toList());
  }
}
