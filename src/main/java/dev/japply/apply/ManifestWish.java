package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.merge.FieldReason;
import dev.japply.merge.UnchangedCheck;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.Difference;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.ReasonsWanted;
import dev.japply.plan.ServerSideManifest;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The wish of a manifest, by the method of the options.
///
/// @param cluster has the schema of a live object that is merged here
/// @param warns whether refusals to expect and lost values are reported before a patch is sent
record ManifestWish(Cluster cluster, ExecutionOptions options, Planner planner, boolean warns)
    implements Wish {
  static ManifestWish forApply(Cluster cluster, ExecutionOptions options) {
    // Warnings follow from the reasons.
    var planner = new Planner(options.planning().with(ReasonsWanted.SENT));
    return new ManifestWish(cluster, options, planner, true);
  }

  /// A wish without warnings.
  static ManifestWish of(Cluster cluster, ExecutionOptions options, Planner planner) {
    return new ManifestWish(cluster, options, planner, false);
  }

  @Override
  public Optional<PlannedObject> plan(
      ResolvedObject target, @Nullable MapValue live, RetryState retries) {
    return Optional.of(plan(target, live));
  }

  /// Returns the plan for `target`.
  ///
  /// @param live the live object; null if there is none, or it was not read
  PlannedObject plan(ResolvedObject target, @Nullable MapValue live) {
    return switch (options.method()) {
      case ApplyMethod.ClientSide client -> {
        Planner.Decided decided =
            planner.decide(target.desired(), live, live == null ? null : schema(target));
        yield Wish.planned(target.desired(), live, decided.action(), decided.grounds());
      }
      case ApplyMethod.ServerSide method -> onServer(target, live, method);
    };
  }

  private PlannedObject onServer(
      ResolvedObject target, @Nullable MapValue live, ApplyMethod.ServerSide method) {
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
      var grounds = new ChangeReasons(List.of(), rules, null, null);
      return Wish.planned(desired, live, new Action.Refused(e.problems()), grounds);
    }
    ChangeReasons grounds = manifest.grounds();
    if (live != null) {
      var migration = MigrationSettlement.of(desired, live, method, options);
      grounds = grounds.using(migration.used());
      Optional<Problem> taken = migration.problem();
      if (taken.isPresent()) {
        return Wish.planned(desired, live, new Action.Refused(List.of(taken.get())), grounds);
      }
    }
    MapValue tree = manifest.tree();
    boolean unchanged =
        live != null
            && method.subresource().isEmpty()
            && isUnchanged(target, tree, live)
            && !OwnUpdateHandover.isDue(live, method, options);
    MapValue body = manifest.bound() && live != null ? ServerSideManifest.bound(tree, live) : tree;
    Action action =
        unchanged
            ? new Action.Unchanged()
            : new Action.Apply(body, method.forceConflicts(), method.subresource());
    return Wish.planned(desired, live, action, grounds);
  }

  private boolean isUnchanged(ResolvedObject target, MapValue manifest, MapValue live) {
    Schema type = options.allows(Difference.KEEPS_UNCHANGED_ON_SERVER) ? schema(target) : null;
    String group = target.resource().gvk().group();
    String kind = target.resource().gvk().kind();
    return type != null
        && new UnchangedCheck(
                options.fieldManager(), type, version -> isServed(group, version, kind))
            .whyNotUnchanged(manifest, live)
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

  @Override
  public List<Problem> warnings(PlannedObject planned) {
    return warns ? harms(planned, options) : List.of();
  }

  /// Returns warnings about values of others that a patch changes.
  static List<Problem> harms(PlannedObject planned, ExecutionOptions options) {
    List<FieldReason> reasons = planned.grounds().reasons();
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
