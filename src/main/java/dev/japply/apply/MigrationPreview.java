package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.plan.LocalConflicts;
import dev.japply.plan.MigrationFinding;
import dev.japply.plan.MigrationFinding.Conflict;
import dev.japply.plan.MigrationFinding.Ignored;
import dev.japply.plan.MigrationFinding.Rejected;
import dev.japply.plan.MigrationReport;
import dev.japply.plan.MigrationReport.State;
import dev.japply.plan.OrphanedFields;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.Planner.Remainder;
import dev.japply.plan.RejectedLists;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Finds out what `apply --server-side` would do about objects that were applied on the client's
/// side. Changes nothing: sends at most a dry run to the server.
///
/// @param options field manager, and whether requests go to the server
/// @param events receives failures to find out
public record MigrationPreview(Cluster cluster, ExecutionOptions options, Consumer<Event> events) {

  /// Servers have no order of their own.
  private static final Comparator<Conflict> IN_ORDER =
      Comparator.comparing(Conflict::field).thenComparing(Conflict::owner);

  /// Returns the report about an object.
  ///
  /// Ignored fields are left out of the manifest first.
  ///
  /// @param desired the manifest, or the last-applied configuration
  /// @throws dev.japply.problem.JapplyException when its annotation about ignored fields is wrong
  /// @throws ClusterException if the cluster does not respond
  public MigrationReport report(Resource resource, KubeObject desired, MapValue live) {
    Optional<Schema> schema = cluster.schema(resource.gvk());
    Remainder remainder = planner().withoutIgnored(desired, live, schema.orElse(null));
    KubeObject manifest = remainder.manifest();
    List<Rejected> rejected =
        schema.map(type -> RejectedLists.find(manifest.tree(), type)).orElse(List.of());
    Trial trial = trial(new ResolvedObject(manifest, resource), live, !rejected.isEmpty());
    var findings = new ArrayList<MigrationFinding>(trial.accepted() ? List.of() : rejected);
    trial.conflicts().stream().sorted(IN_ORDER).forEach(findings::add);
    remainder.fields().forEach(match -> findings.add(new Ignored(match.path(), match.rule())));
    // An ignored field does not leave the manifest.
    findings.addAll(new OrphanedFields(live, desired, options.fieldManager()).findings());
    return new MigrationReport(
        desired,
        State.LIVE,
        List.copyOf(OrphanedFields.clients(live)),
        options.fieldManager(),
        remainder.rules(),
        findings);
  }

  /// Returns the report about an object that does not exist, or was not applied.
  public MigrationReport report(KubeObject desired, State state) {
    return new MigrationReport(
        desired, state, List.of(), options.fieldManager(), List.of(), List.of());
  }

  /// Result of the trial.
  ///
  /// @param accepted whether the server takes the manifest
  private record Trial(List<Conflict> conflicts, boolean accepted) {
    Trial(List<Conflict> conflicts) {
      this(conflicts, false);
    }
  }

  /// @param rejected whether it is known already that the server takes no such manifest
  private Trial trial(ResolvedObject target, MapValue live, boolean rejected) {
    if (options.dryRun() == DryRun.CLIENT) {
      return new Trial(local(target, live));
    }
    Patch patch = new Patch(Patch.Type.APPLY, target.desired().tree()).forcing(false);
    var tried = new WriteOptions(options.fieldManager(), "", /* dryRun= */ true);
    try {
      target.patch(cluster, patch, tried);
      return new Trial(List.of(), true);
    } catch (ClusterException e) {
      return refused(target, live, rejected, e);
    }
  }

  private Trial refused(
      ResolvedObject target, MapValue live, boolean rejected, ClusterException e) {
    if (e.isAboutAll()) {
      throw e;
    }
    if (ServerSideProblems.isOwnership(e)) {
      return new Trial(
          ServerSideProblems.owners(e).stream()
              .map(owner -> new Conflict(owner.field(), owner.manager()))
              .toList());
    }
    boolean isUntried = ApplyWarnings.refusesDryRun(e);
    if (isUntried) {
      events.accept(new Event.Warned(untried(target.desired(), e)));
    } else if (!rejected) {
      var refusal = new ServerSideRefusal(cluster, planner(), options.fieldManager());
      events.accept(
          new Event.Failed(target.desired(), refusal.of(target, live, e, conflict -> true)));
    }
    return new Trial(isUntried || rejected ? local(target, live) : List.of());
  }

  private static Problem untried(KubeObject desired, ClusterException e) {
    String why = SecretValues.scrubbed(ServerProblems.sentence(e), desired);
    String hint =
        "no dry run was sent for this and all such objects: their conflicts are computed from"
            + " managed fields";
    return desired.warning(WarningId.DRY_RUN, why, hint);
  }

  private List<Conflict> local(ResolvedObject target, MapValue live) {
    KubeObject desired = target.desired();
    Schema schema = cluster.schema(target.resource().gvk()).orElse(null);
    Planner.Decided decided = planner().decide(desired, live, schema);
    return new LocalConflicts(desired, live, schema)
        .find(decided.grounds().reasons(), options.fieldManager());
  }

  private Planner planner() {
    return new Planner(options.planning(), Annotation.LEFT);
  }
}
