package dev.japply.cli.apply;

import dev.japply.apply.AccessRequest;
import dev.japply.apply.ApplyMethod.ClientSide;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PermissionSet;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.Preview;
import dev.japply.apply.PrunePreviewer;
import dev.japply.apply.PruneRequest;
import dev.japply.apply.PruneTarget;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The permissions that are required to apply and prune a set of objects.
final class ApplySetPermissions {
  private final Cluster cluster;
  private final ApplyRequest request;
  private final Cancellation cancellation;
  private final List<KubeObject> objects;
  private final boolean enforced;
  private final CustomTypes custom;
  private final List<ResolvedObject> targets;
  private final Map<Gvk, Resource> types = new HashMap<>();
  private final RequiredPermissions rights;

  ApplySetPermissions(
      Cluster cluster, ApplyRequest request, Cancellation cancellation, List<KubeObject> objects) {
    this.cluster = cluster;
    this.request = request;
    this.cancellation = cancellation;
    this.objects = objects;
    this.enforced = request.connection().namesNamespace();
    this.custom = CustomTypes.of(objects);
    this.targets =
        ResolvedObjects.find(cluster, enforced, objects, custom, request.options().compatibility())
            .targets();
    targets.forEach(target -> types.put(target.desired().gvk(), target.resource()));
    this.rights =
        new RequiredPermissions(
            request.options(), request.waiting() != null, request.readsDeletedObjects());
  }

  /// Returns all permissions that the apply could require.
  PermissionSet possible() {
    var needs = new PermissionSet();
    targets.forEach(target -> rights.addPossible(needs, target.resource(), target.desired()));
    pruner(request.prune())
        .ifPresent(pruner -> {
          for (PruneTarget place : places(pruner)) {
            needs.add(list(place));
            rights.addGoing(needs, place.resource(), place.namespace());
          }
          pruner.parent().ifPresent(parent -> add(needs, parent, Set.of()));
        });
    return needs;
  }

  /// Returns the permissions that an apply at this moment requires.
  ///
  /// @param refused permissions that the user does not have
  /// @param progress receives the events of planning
  PermissionSet needed(Set<AccessRequest> refused, Consumer<Event> progress) {
    var needs = new PermissionSet();
    PruneRequest prune = request.prune();
    addSearch(needs, prune);
    var preview =
        new Preview.Settings(
            unsent(request.options()),
            request.connection().namesNamespace(),
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

  /// Returns options without dry runs, so that planning depends on live objects alone.
  private static ExecutionOptions unsent(ExecutionOptions options) {
    return new ExecutionOptions(
        options.planning(),
        DryRun.CLIENT,
        options.fieldManager(),
        options.fieldValidation(),
        options.schedule(),
        ClientSide.PATCHING);
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

  private void addSearch(PermissionSet needs, @Nullable PruneRequest prune) {
    pruner(prune)
        .ifPresent(pruner -> {
          places(pruner).forEach(place -> needs.add(list(place)));
          pruner.parent().ifPresent(parent -> add(needs, parent, Set.of()));
        });
  }

  private static AccessRequest list(PruneTarget place) {
    return AccessRequest.of("list", place.resource(), place.namespace());
  }

  private Optional<PrunePreviewer> pruner(@Nullable PruneRequest prune) {
    return Optional.ofNullable(prune)
        .map(wanted ->
            PrunePreviewer.open(
                cluster,
                wanted.choice(),
                enforced,
                custom,
                request.options(),
                cancellation,
                event -> {}));
  }

  private List<PruneTarget> places(PrunePreviewer pruner) {
    return pruner.places(
        targets.stream()
            .filter(target -> target.resource().namespaced())
            .map(target -> target.desired().namespace())
            .collect(Collectors.toSet()));
  }
}
