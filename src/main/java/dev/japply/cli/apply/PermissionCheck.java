package dev.japply.cli.apply;

import dev.japply.apply.AccessRequest;
import dev.japply.apply.Apply.PruneRequest;
import dev.japply.apply.ApplyMethod.ClientSide;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PermissionSet;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.Preflight;
import dev.japply.apply.Preview;
import dev.japply.apply.PruneScope;
import dev.japply.apply.RequiredPermissions;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.ResolvedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.Resource;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks, before any write, that the user has all permissions for an apply.
///
/// First checks all permissions that the apply could require, with few requests. Only if one is
/// missing, plans the apply without dry runs to find the permissions that it does require.
///
/// @param rights the permissions of each object
/// @param enforced whether the user named the namespace, so that objects of others are refused
/// @param prune the pruning after the apply; null if nothing is pruned
/// @param events receives the missing permissions
/// @param progress receives the events of planning
record PermissionCheck(
    Cluster cluster,
    RequiredPermissions rights,
    boolean enforced,
    @Nullable PruneRequest prune,
    Cancellation cancellation,
    Consumer<Event> events,
    Consumer<Event> progress) {

  /// Returns the number of missing permissions to apply `objects`, after reporting each. The number
  /// may be too low if the run is cancelled.
  ///
  /// @param plan the plan to carry out; null if the objects are planned now
  /// @throws dev.japply.problem.JapplyException if the server does not report permissions
  int missing(List<KubeObject> objects, @Nullable PlanToApply plan) {
    var required = new Requirements(objects);
    var preflight = new Preflight(cluster, rights.options(), cancellation);
    PermissionSet possible = plan == null ? required.possible() : required.planned(plan);
    Map<AccessRequest, String> refused = preflight.refused(possible);
    if (refused.isEmpty()) {
      return 0;
    }
    PermissionSet needs = plan == null ? required.needed(refused.keySet()) : possible;
    List<PermissionSet.Missing> missing = preflight.missing(needs, refused);
    if (!cancellation.requested()) {
      report(missing);
    }
    return missing.size();
  }

  private void report(List<PermissionSet.Missing> missing) {
    missing.forEach(each -> events.accept(new Event.Rejected(each.problem())));
    if (!missing.isEmpty()) {
      String what =
          missing.size() == 1
              ? "1 permission is missing"
              : missing.size() + " permissions are missing";
      Problem end = Problem.error(Origin.NONE, what + ": nothing was changed", "");
      events.accept(new Event.Rejected(end));
    }
  }

  /// Returns options without dry runs, so that planning depends on live objects alone.
  private static ExecutionOptions unsent(ExecutionOptions options) {
    return options.with(DryRun.CLIENT).with(ClientSide.PATCHING);
  }

  private static AccessRequest list(PruneScope.Place place) {
    return AccessRequest.of("list", place.resource(), place.namespace());
  }

  /// The permissions that are required to apply and prune a set of objects.
  private final class Requirements {
    private final List<KubeObject> objects;
    private final CustomTypes custom;
    private final List<ResolvedObject> targets;
    private final Map<Gvk, Resource> types = new HashMap<>();

    Requirements(List<KubeObject> objects) {
      this.objects = objects;
      this.custom = CustomTypes.of(objects);
      this.targets =
          ResolvedObjects.find(cluster, enforced, objects, custom, rights.options().compatibility())
              .targets();
      targets.forEach(target -> types.put(target.desired().gvk(), target.resource()));
    }

    /// Returns all permissions that the apply could require.
    PermissionSet possible() {
      var needs = new PermissionSet();
      targets.forEach(target -> rights.addPossible(needs, target.resource(), target.desired()));
      scope(prune)
          .ifPresent(scope -> {
            for (PruneScope.Place place : places(scope)) {
              needs.add(list(place));
              rights.addGoing(needs, place.resource(), place.namespace());
            }
            for (PruneScope.Place place : scope.movedPlaces(targets)) {
              needs.add(AccessRequest.of("get", place.resource(), place.namespace()));
              rights.addGoing(needs, place.resource(), place.namespace());
            }
            scope.parents().forEach(parent -> add(needs, parent, Set.of()));
          });
      return needs;
    }

    /// Returns the permissions that an apply at this moment requires.
    ///
    /// @param refused permissions that the user does not have
    PermissionSet needed(Set<AccessRequest> refused) {
      var needs = new PermissionSet();
      addSearch(needs, prune);
      var preview =
          new Preview.Settings(
              unsent(rights.options()),
              enforced,
              prune == null ? null : prune.choice(),
              Annotation.WRITTEN);
      new Preview(cluster, preview, cancellation, progress)
          .run(objects, /* complete= */ true, planned -> add(needs, planned, refused));
      return needs;
    }

    /// Returns the permissions that are required to carry out a plan.
    PermissionSet planned(PlanToApply plan) {
      var needs = new PermissionSet();
      List<Entry> entries = plan.plan().entries();
      entries.forEach(entry -> add(needs, entry.planned(), Set.of()));
      if (entries.stream().anyMatch(Entry::isPruned)) {
        addSearch(needs, plan.prune());
      }
      return needs;
    }

    private void add(PermissionSet needs, PlannedObject planned, Set<AccessRequest> refused) {
      Optional<Resource> type = type(planned.desired().gvk());
      type.ifPresent(resource -> {
        AccessRequest read = AccessRequest.of("get", resource, planned.desired().namespace());
        rights.addPlanned(needs, resource, planned, refused.contains(read));
      });
    }

    private Optional<Resource> type(Gvk gvk) {
      return types.containsKey(gvk) ? Optional.of(types.get(gvk)) : cluster.resource(gvk);
    }

    private void addSearch(PermissionSet needs, @Nullable PruneRequest request) {
      scope(request)
          .ifPresent(scope -> {
            places(scope).forEach(place -> needs.add(list(place)));
            scope.parents().forEach(parent -> add(needs, parent, Set.of()));
          });
    }

    private Optional<PruneScope> scope(@Nullable PruneRequest request) {
      var setting = new PruneScope.Setting(cluster, rights.options(), enforced, custom);
      return Optional.ofNullable(request)
          .map(
              wanted -> PruneScope.forPreview(setting, wanted.choice(), cancellation, event -> {}));
    }

    private List<PruneScope.Place> places(PruneScope scope) {
      return scope.places(
          targets.stream()
              .filter(target -> target.resource().namespaced())
              .map(target -> target.desired().namespace())
              .collect(Collectors.toSet()));
    }
  }
}
