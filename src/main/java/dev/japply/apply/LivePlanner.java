package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.merge.UnchangedCheck;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.Difference;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.ReasonDetail;
import dev.japply.plan.ServerSideManifest;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Plans by the live object and the method of the options.
///
/// @param cluster has the schema of a live object that is merged here
/// @param warns whether refusals to expect and lost values are reported before a patch is sent
record LivePlanner(Cluster cluster, ExecutionOptions options, Planner planner, boolean warns)
    implements TargetPlanner {
  static LivePlanner forApply(Cluster cluster, ExecutionOptions options) {
    // Warnings follow from the reasons.
    var planner = new Planner(options.planning().with(ReasonDetail.SENT));
    return new LivePlanner(cluster, options, planner, true);
  }

  /// A planner without warnings.
  static LivePlanner of(Cluster cluster, ExecutionOptions options, Planner planner) {
    return new LivePlanner(cluster, options, planner, false);
  }

  @Override
  public Decision decide(ResolvedObject target, @Nullable MapValue live, RetryState retries) {
    return switch (options.method()) {
      case ApplyMethod.ClientSide client -> {
        Planner.Decided decided =
            planner.decide(target.desired(), live, live == null ? null : schema(target));
        yield warns
            ? warning(options, target, live, decided.action(), decided.grounds())
            : new Decision(decided.action(), decided.grounds(), List.of());
      }
      case ApplyMethod.ServerSide method -> onServer(target, live, method);
    };
  }

  private Decision onServer(
      ResolvedObject target, @Nullable MapValue live, ApplyMethod.ServerSide method) {
    KubeObject desired = target.desired();
    ServerSideManifest manifest;
    try {
      boolean typed =
          options.planning().isIgnoring(desired)
              || options.planning().reasons() != ReasonDetail.NONE;
      Schema type = live != null && typed ? schema(target) : null;
      manifest = planner.onServer(desired, live, type, options.fieldManager());
    } catch (JapplyException e) {
      // The rule is wrong, and not unused. Conflicts are not known.
      List<String> rules =
          Stream.concat(planner.options().ignore().texts().stream(), method.rules().names())
              .toList();
      var grounds = new ChangeReasons(List.of(), rules, null, null);
      return new Decision(new Action.Refused(e.problems()), grounds, List.of());
    }
    ChangeReasons grounds = manifest.grounds();
    if (live != null) {
      var migration = MigrationSettlement.of(desired, live, method, options);
      grounds = grounds.using(migration.used());
      Optional<Problem> taken = migration.problem();
      if (taken.isPresent()) {
        return new Decision(new Action.Refused(List.of(taken.get())), grounds, List.of());
      }
    }
    MapValue tree = manifest.tree();
    boolean unchanged =
        live != null
            && method.subresource().isEmpty()
            && isUnchanged(target, tree, live)
            && !OwnUpdateHandover.isDue(live, method, options);
    MapValue body = manifest.bound() && live != null ? ServerSideManifest.bound(tree, live) : tree;
    Action.OneWrite action =
        unchanged
            ? new Action.Unchanged()
            : new Action.Apply(body, method.forceConflicts(), method.subresource());
    return new Decision(action, grounds, List.of());
  }

  private boolean isUnchanged(ResolvedObject target, MapValue manifest, MapValue live) {
    Schema type = options.allows(Difference.KEEPS_UNCHANGED_ON_SERVER) ? schema(target) : null;
    String group = target.resource().gvk().group();
    String kind = target.resource().gvk().kind();
    return type != null
        && new UnchangedCheck(
                options.fieldManager(), type, version -> isServed(group, version, kind))
            .doubt(manifest, live)
            .isEmpty();
  }

  private boolean isServed(String group, String apiVersion, String kind) {
    try {
      Gvk type = Gvk.of(apiVersion, kind);
      return type.group().equals(group) && cluster.resource(type).isPresent();
    } catch (ClusterException e) {
      return false; // the manifest is sent, and the server responds
    }
  }

  private @Nullable Schema schema(ResolvedObject target) {
    return cluster.schema(target.resource().gvk()).orElse(null);
  }

  /// Returns the decision for `action`, with warnings about values of others that a patch changes.
  static Decision warning(
      ExecutionOptions options,
      ResolvedObject target,
      @Nullable MapValue live,
      Action.OneWrite action,
      ChangeReasons grounds) {
    if (live == null || !(action instanceof Action.Patch) || grounds.reasons().isEmpty()) {
      return new Decision(action, grounds, List.of());
    }
    ChangeReasons reasons = ChangeReasons.of(grounds.reasons());
    var planned = new PlannedObject(target.desired(), action, live, MISSING, reasons);
    boolean isSent = options.dryRun() != DryRun.CLIENT;
    List<Problem> harms =
        ObjectExplanation.harms(
            planned, options.fieldManager(), options.replaces(target.desired()), isSent);
    return new Decision(action, grounds, harms);
  }
}
