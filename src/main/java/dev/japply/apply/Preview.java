package dev.japply.apply;

import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.apply.Dependencies.NamedDependencies;
import dev.japply.apply.ObjectPreview.Result;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.PrunePlan;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Previews applying objects: the one use case behind `diff`, `plan`, `why` and the library's diff.
/// It changes nothing: the server does dry runs at most.
public final class Preview {
  private final Cluster cluster;
  private final Settings settings;
  private final ExecutionOptions options;
  private final Cancellation cancellation;
  private final Consumer<Event> events;

  /// @param cluster stays open
  /// @param events receives problems, and once the reason for local merges
  public Preview(
      Cluster cluster, Settings settings, Cancellation cancellation, Consumer<Event> events) {
    this.cluster = cluster;
    this.settings = settings;
    this.options = settings.options();
    this.cancellation = cancellation;
    this.events = events;
  }

  /// Settings of a preview.
  ///
  /// @param options options for applying the objects, on a dry run
  /// @param enforced whether the user named the namespace, so that objects of others are refused
  /// @param prune the objects to prune; null for none
  /// @param annotation whether the last-applied annotation is planned, so that the result is a plan
  ///   that can be carried out
  public record Settings(
      ExecutionOptions options, boolean enforced, @Nullable Choice prune, Annotation annotation) {
    /// Settings for a diff without pruning.
    public static Settings of(ExecutionOptions options, boolean enforced) {
      return new Settings(options, enforced, null, Annotation.LEFT);
    }
  }

  /// Previews `objects`, and the objects that would be pruned.
  ///
  /// @param complete whether `objects` are all documents of the input; else nothing is pruned
  /// @param planned receives the plans in the order of the objects; fewer when the run is ended
  public void run(List<KubeObject> objects, boolean complete, Consumer<PlannedObject> planned) {
    Optional<PruneScope> prune = pruneScope(objects);
    Optional<PruneScope.Applied> applied = prune.map(scope -> scope.applied(List.of()));
    List<KubeObject> members = prune.map(scope -> scope.members(objects)).orElse(objects);
    var failures = new ArrayList<Event>();
    var resolved = new ArrayList<KubeObject>();
    ResolvedObjects found = resolve(members);
    boolean previewed =
        !found.isRepeated()
            && isAllowed(prune, found)
            && preview(
                found.targets(),
                object -> {
                  if (object.action() instanceof Action.Refused(var problems)) {
                    failures.add(new Event.Failed(object.desired(), problems));
                  }
                  resolved.add(object.desired());
                  applied.ifPresent(list -> list.add(object));
                  planned.accept(object);
                });
    failures.forEach(events);
    boolean well =
        checkOrder(resolved, prune.isPresent()) && previewed && found.problems().isEmpty();
    if (prune.isPresent() && well && complete && failures.isEmpty() && !cancellation.requested()) {
      prune(
          prune.get(),
          prune.get().plan(applied.orElseThrow(), PrunePlan.Sequence.AS_FOUND),
          planned);
    }
  }

  /// Passes objects that would be pruned to `planned`, and reports types that could not be listed,
  /// and objects that must not be deleted.
  private void prune(PruneScope scope, PruneScope.Plan plan, Consumer<PlannedObject> planned) {
    for (Problem problem : plan.unlisted()) {
      events.accept(
          options.allows(Difference.DIFFS_PRUNING_AS_APPLY)
              ? Event.about(problem)
              : new Event.Warned(problem.asWarning(WarningId.PRUNE_SEARCH)));
    }
    PrunePlan objects = plan.objects();
    if (!objects.kept().isEmpty()) {
      events.accept(new Event.Pruning(List.of(), objects.kept()));
    }
    scope.caution(objects).ifPresent(problem -> events.accept(new Event.Warned(problem)));
    plan.spared().forEach(problem -> events.accept(new Event.Warned(problem)));
    for (PlannedObject object : plan.deletions()) {
      List<Problem> refusal =
          object.action() instanceof Action.Refused(List<Problem> problems)
              ? problems
              : options.planning().forbidden().problem(object).stream().toList();
      if (refusal.isEmpty()) {
        planned.accept(object);
      } else {
        events.accept(new Event.Failed(object.desired(), refusal));
      }
    }
  }

  /// Reports dependencies that cannot be met, as an apply does. A snapshot has no other objects.
  private boolean checkOrder(List<KubeObject> objects, boolean pruned) {
    if (cancellation.requested()) {
      return true;
    }
    return passes(() ->
        new NamedDependencies(cluster, options, cancellation)
            .checkPlanned(objects, pruned, cluster.hasOtherObjects()));
  }

  /// Reports objects that belong to another ApplySet, or that were moved, as an apply does.
  private boolean isAllowed(Optional<PruneScope> prune, ResolvedObjects found) {
    return prune.isEmpty()
        || passes(() -> {
          prune.get().checkMoved(found.targets());
          prune.get().check(found.targets());
        });
  }

  /// Reports the problems of a check, and returns whether there were none.
  private boolean passes(Runnable check) {
    try {
      check.run();
      return true;
    } catch (JapplyException e) {
      e.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
      return false;
    }
  }

  private Optional<PruneScope> pruneScope(List<KubeObject> objects) {
    var setting =
        new PruneScope.Setting(cluster, options, settings.enforced(), CustomTypes.of(objects));
    return Optional.ofNullable(settings.prune())
        .map(choice -> PruneScope.forPreview(setting, choice, cancellation, events));
  }

  /// Previews `objects` alone; refusals are not reported as events. Returns whether all of them
  /// could be previewed, though some may be refused.
  public boolean run(List<KubeObject> objects, Consumer<PlannedObject> planned) {
    ResolvedObjects found = resolve(objects);
    return !found.isRepeated() && preview(found.targets(), planned) && found.problems().isEmpty();
  }

  private ResolvedObjects resolve(List<KubeObject> objects) {
    ResolvedObjects found =
        ResolvedObjects.find(
            cluster,
            settings.enforced(),
            objects,
            CustomTypes.of(objects),
            options.compatibility());
    found.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
    return found;
  }

  /// Previews `targets` alone. Returns whether the server stayed reachable.
  public boolean preview(List<ResolvedObject> targets, Consumer<PlannedObject> planned) {
    Set<String> newNamespaces = newNamespaces(targets);
    var results = new Results(planned);
    Optional<Problem> problem =
        new PreviewRun(cluster, options, cancellation, events)
            .run(
                targets,
                /* bulk= */ true,
                (context, target) ->
                    new ObjectPreview(context, settings.annotation(), newNamespaces).run(target),
                Result::planned,
                results::add);
    problem.ifPresent(away -> events.accept(new Event.Rejected(away)));
    return problem.isEmpty();
  }

  private static Set<String> newNamespaces(List<ResolvedObject> targets) {
    return targets.stream()
        .map(ResolvedObject::desired)
        .filter(object -> object.gvk().groupKind().equals("Namespace"))
        .map(KubeObject::name)
        .collect(Collectors.toSet());
  }

  /// Passes results on, and reports the first local merge.
  private final class Results {
    private final Consumer<PlannedObject> planned;
    private boolean local;

    Results(Consumer<PlannedObject> planned) {
      this.planned = planned;
    }

    void add(Result result) {
      result.events().forEach(events);
      Problem reason = result.local();
      if (reason != null && !local) {
        events.accept(new Event.Warned(reason));
        local = true;
      }
      planned.accept(result.planned());
    }
  }
}
