package dev.japply.apply;

import dev.japply.apply.PruneRequest.Choice;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretCopies;
import dev.japply.plan.Compatibility;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.plan.ForbidRules;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PrunePlan;
import dev.japply.plan.PrunePlan.Desired;
import dev.japply.plan.PrunePlan.Sequence;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Finds out which objects would be pruned after others were applied. Changes nothing.
public final class PrunePreviewer {
  private final PruneScope scope;
  private final Compatibility compatibility;
  private final ForbidRules forbidden;
  private final Set<String> uids = new HashSet<>();
  private final Set<String> namespaces = new HashSet<>();
  private final Set<String> secrets = new HashSet<>();

  private PrunePreviewer(PruneScope scope, PlanOptions options) {
    this.scope = scope;
    this.compatibility = options.compatibility();
    this.forbidden = options.forbidden();
  }

  /// Opens a previewer for `choice`.
  ///
  /// @param enforced whether the user named the namespace
  /// @param types the types that the input defines
  /// @param options options that decide about kubectl's ways: then the user's namespace does not
  ///   count, nor that others live in a Namespace
  /// @param events receives warnings about objects whose set is unknown
  /// @throws dev.japply.problem.JapplyException if the cluster does not have a requested type or
  ///   set
  public static PrunePreviewer open(
      Cluster cluster,
      Choice choice,
      boolean enforced,
      CustomTypes types,
      ExecutionOptions options,
      Cancellation cancellation,
      Consumer<Event> events) {
    PruneScope scope =
        switch (choice) {
          case Choice.Applied applied -> applied(cluster, applied, enforced, types, options);
          case Choice.Members(String parent, String adopted) -> {
            var set =
                ApplySet.open(cluster, options, cancellation, enforced, parent, adopted, events);
            set.read();
            yield set;
          }
        };
    return new PrunePreviewer(scope, options.planning());
  }

  private static PruneAllowlist applied(
      Cluster cluster,
      Choice.Applied choice,
      boolean enforced,
      CustomTypes types,
      ExecutionOptions options) {
    boolean named = enforced && options.allows(Difference.DIFFS_PRUNING_AS_APPLY);
    return PruneAllowlist.open(cluster, choice, named, types, options);
  }

  /// `objects` as they would be applied: members of an ApplySet get its label.
  public List<KubeObject> members(List<KubeObject> objects) {
    return scope.members(objects);
  }

  /// Makes sure that objects may become members of the ApplySet.
  ///
  /// @throws dev.japply.problem.JapplyException when an apply would refuse them
  public void check(List<ResolvedObject> targets) {
    scope.check(targets);
  }

  /// Returns the places where objects to prune are looked for.
  ///
  /// @param namespaces the namespaces of applied objects
  public List<PruneTarget> places(Set<String> namespaces) {
    return scope.places(namespaces);
  }

  /// The parent of the ApplySet, as an apply would write it; empty where there is none.
  public Optional<PlannedObject> parent() {
    return scope.parent();
  }

  public void note(PlannedObject applied) {
    String namespace = applied.desired().namespace();
    if (!namespace.isEmpty()) {
      namespaces.add(namespace);
    }
    secrets.addAll(SecretCopies.fromSecrets(Stream.of(applied.desired().tree())).texts());
    if (applied.before() instanceof MapValue live) {
      secrets.addAll(SecretCopies.fromSecrets(Stream.of(live)).texts());
      uids.add(LiveMetadata.uid(live));
    }
  }

  /// Passes objects that would be pruned to `planned`, and to `events` the types that could not be
  /// listed, and the objects that must not be deleted.
  public void run(Consumer<PlannedObject> planned, Consumer<Event> events) {
    PruneSearch.Found found = scope.find(namespaces);
    for (Problem problem : found.problems()) {
      events.accept(
          compatibility.allows(Difference.DIFFS_PRUNING_AS_APPLY)
              ? Event.about(problem)
              : new Event.Warned(problem.asWarning(WarningId.PRUNE_SEARCH)));
    }
    var desired =
        new Desired(
            uids,
            compatibility.allows(Difference.SPARES_OCCUPIED_NAMESPACES) ? namespaces : Set.of());
    PrunePlan plan =
        PrunePlan.of(
            found.objects(), desired, Sequence.AS_FOUND, Pruning.protection(compatibility));
    if (!plan.kept().isEmpty()) {
      events.accept(new Event.Pruning(List.of(), plan.kept()));
    }
    scope.caution(plan).ifPresent(problem -> events.accept(new Event.Warned(problem)));
    plan.spared().forEach(object -> events.accept(new Event.Warned(Pruning.spared(object, plan))));
    for (PlannedObject object : plan.planned(new SecretCopies(secrets))) {
      Optional<Problem> problem = forbidden.problem(object);
      problem.ifPresentOrElse(
          why -> events.accept(new Event.Failed(object.desired(), List.of(why))),
          () -> planned.accept(object));
    }
  }
}
