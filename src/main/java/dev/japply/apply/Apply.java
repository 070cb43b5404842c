package dev.japply.apply;

import dev.japply.apply.Dependencies.NamedDependencies;
import dev.japply.apply.Event.Detail;
import dev.japply.apply.WaveReadiness.Waits;
import dev.japply.apply.Waves.Sequence;
import dev.japply.apply.Waves.Task;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.StalePlanCheck;
import dev.japply.plan.StalePlanCheck.Conditions;
import dev.japply.plan.UndoCheck;
import dev.japply.problem.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Applies objects to a cluster: the one use case behind `japply apply`, `apply --plan` and the
/// library. [Preview] is its counterpart that changes nothing.
public final class Apply {
  private final Cluster cluster;
  private final Settings settings;
  private final Cancellation cancellation;
  private final Consumer<Event> events;

  /// @param cluster stays open
  /// @param events receives everything that happens; see [Event] about their order
  public Apply(
      Cluster cluster, Settings settings, Cancellation cancellation, Consumer<Event> events) {
    this.cluster = cluster;
    this.settings = settings;
    this.cancellation = cancellation;
    this.events = events;
  }

  /// Settings of a run.
  ///
  /// @param enforced whether the user named the namespace, so that objects of others are refused
  /// @param prune the pruning afterwards; null if nothing is pruned
  /// @param waveByWave whether each wave waits until all objects of the one before are ready
  /// @param readiness wait of the objects that name dependencies
  /// @param successors wait for objects that take the place of others, before these are deleted
  /// @param detail the part of waiting events that is kept
  public record Settings(
      ExecutionOptions options,
      boolean enforced,
      @Nullable PruneRequest prune,
      boolean waveByWave,
      ReadinessWait readiness,
      ReadinessWait successors,
      Detail detail) {
    /// Settings without pruning and without waits.
    public static Settings of(ExecutionOptions options) {
      return new Settings(
          options, false, null, false, ReadinessWait.NONE, ReadinessWait.NONE, Detail.WHOLE);
    }

    Waves.Setting waves(ExecutionOptions options) {
      return new Waves.Setting(options, waveByWave ? Waits.WAVES : Waits.NAMED, readiness, detail);
    }
  }

  /// Plans and applies `objects`, and prunes if all went well.
  ///
  /// @param complete whether `objects` are all documents of the input; else nothing is pruned
  /// @throws dev.japply.problem.JapplyException when the objects name dependencies that no order
  ///   can satisfy, or that do not exist, or when it would prune an object that must not be
  ///   deleted; nothing is written then
  public ApplySummary run(List<KubeObject> objects, boolean complete) {
    CustomTypes types = CustomTypes.of(objects);
    Optional<Pruning> pruning = pruning(settings.prune(), types);
    ResolvedObjects found = resolve(pruning, objects, types);
    if (found.isRepeated()) {
      events.accept(new Event.ApplyEnded());
      return ApplySummary.nothing(found.problems().size(), found.targets().size());
    }
    new NamedDependencies(cluster, settings.options(), cancellation)
        .check(found.targets(), pruning.isPresent());
    pruning.ifPresent(prune -> prune.check(found.targets()));
    pruning.ifPresent(prune -> prune.scope().prepare(found.targets()));
    ApplySummary summary = run(found.targets()).plusFailed(found.problems().size());
    events.accept(new Event.ApplyEnded());
    boolean pruned = pruning.isPresent() && complete && summary.isComplete();
    return pruned
        ? summary.after(pruning.get().run(found.targets(), summary.uids(), events))
        : summary;
  }

  /// Plans and applies `targets` alone.
  ///
  /// @throws dev.japply.problem.JapplyException when the objects name dependencies that no order
  ///   can satisfy; nothing is written then
  public ApplySummary run(List<ResolvedObject> targets) {
    return Waves.run(
        cluster,
        settings.waves(settings.options()),
        new RunCancellation(cancellation),
        targets.stream().map(Task::apply).toList(),
        Sequence.NEEDED_FIRST,
        events);
  }

  /// Carries out `plan` for `objects`, where both still fit the cluster.
  public ApplySummary run(PlanToApply plan, List<KubeObject> objects) {
    CustomTypes types = CustomTypes.of(objects);
    Optional<Pruning> pruning = pruning(plan.prune(), types);
    ResolvedObjects found = resolve(pruning, objects, types);
    if (!found.problems().isEmpty()) {
      return ApplySummary.nothing(found.problems().size(), found.targets().size());
    }
    PlanToApply.Matched matched =
        plan.match(found.targets(), settings.options().planning().forbidden());
    if (!matched.problems().isEmpty()) {
      matched.problems().forEach(problem -> events.accept(Event.about(problem)));
      if (matched.isAboutObjects()) {
        events.accept(PlanExecution.nothingChanged());
      }
      events.accept(new Event.ApplyEnded());
      return ApplySummary.nothing(matched.problems().size(), 0);
    }
    var conditions =
        new Conditions(
            plan.strictness(),
            plan.plan().digests(),
            plan.prunable(matched.objects(), found.targets(), pruning.orElse(null), events));
    ApplySummary summary =
        run(matched.objects(), plan.replacement(), plan.rules(), conditions, pruning.orElse(null));
    boolean concluded = pruning.isPresent() && summary.isComplete() && !cancellation.requested();
    boolean well =
        !concluded
            || pruning.get().conclude(found.targets(), summary.uids(), plan.deleted(), events);
    events.accept(new Event.ApplyEnded());
    return well ? summary : summary.plusFailed(1);
  }

  /// Carries out planned objects alone.
  ///
  /// @param replacement deletion of objects that are deleted, or deleted and recreated
  /// @param conditions conditions that have not changed since the objects were planned
  /// @param pruning is prepared before the first write; null if nothing is pruned
  ApplySummary run(
      List<PlannedObject> plan,
      RecreateOptions replacement,
      RecreateRules rules,
      Conditions conditions,
      @Nullable Pruning pruning) {
    var check = new StalePlanCheck(conditions, new Planner(settings.options().planning()));
    return run(plan, new StoredPlan.Terms(check, rules, replacement), pruning);
  }

  /// Takes the writes of a run back.
  ///
  /// @param replacement deletion of objects that are deleted, or deleted and recreated
  public ApplySummary run(List<PlannedObject> plan, UndoCheck check, RecreateOptions replacement) {
    ApplySummary summary =
        run(plan, new StoredPlan.Terms(check, RecreateRules.NONE, replacement), null);
    events.accept(new Event.ApplyEnded());
    return summary;
  }

  private ApplySummary run(
      List<PlannedObject> plan, StoredPlan.Terms terms, @Nullable Pruning pruning) {
    return new PlanExecution(cluster, settings, terms, cancellation, events).run(plan, pruning);
  }

  private ResolvedObjects resolve(
      Optional<Pruning> pruning, List<KubeObject> objects, CustomTypes types) {
    List<KubeObject> members = pruning.map(prune -> prune.scope().members(objects)).orElse(objects);
    ResolvedObjects found =
        ResolvedObjects.find(
            cluster, settings.enforced(), members, types, settings.options().compatibility());
    for (Problem problem : found.problems()) {
      events.accept(Event.about(problem));
    }
    return found;
  }

  private Optional<Pruning> pruning(@Nullable PruneRequest request, CustomTypes types) {
    return Optional.ofNullable(request)
        .map(prune -> {
          var setting =
              new PruneScope.Setting(cluster, settings.options(), settings.enforced(), types);
          return Pruning.open(setting, prune, settings.successors(), cancellation, events);
        });
  }

  /// Wait for the readiness of applied objects in the middle of a run.
  @FunctionalInterface
  public interface ReadinessWait {
    ReadinessWait NONE = applied -> List.of();

    /// Waits for `applied`. Returns the objects that are not ready, which it has reported.
    Collection<ResolvedObject> await(List<ResolvedObject> applied);
  }

  /// Result of a run.
  ///
  /// @param tally the numbers of objects
  /// @param applied the objects that were applied, in the order of the input
  /// @param uids the uids of the objects that were applied or deleted
  public record ApplySummary(Tally tally, List<ResolvedObject> applied, Set<String> uids) {
    public ApplySummary {
      applied = List.copyOf(applied);
      uids = Set.copyOf(uids);
    }

    /// Numbers of objects of a run.
    ///
    /// @param applied applied or deleted, also on a dry run
    /// @param failed failed, or with an unknown outcome
    /// @param notTried left alone, because the run ended or another object was not ready
    public record Tally(int applied, int failed, int notTried) {}

    /// Returns the summary of a run that applied nothing.
    static ApplySummary nothing(int failed, int notTried) {
      return new ApplySummary(new Tally(0, failed, notTried), List.of(), Set.of());
    }

    ApplySummary plusFailed(int more) {
      var sum = new Tally(tally.applied, tally.failed + more, tally.notTried);
      return new ApplySummary(sum, applied, uids);
    }

    /// Returns the summary of the run with its prune.
    ApplySummary after(Pruning.End prune) {
      return switch (prune) {
        case DONE -> this;
        case FAILED -> plusFailed(1);
        case NOT_READY ->
            new ApplySummary(
                new Tally(tally.applied, tally.failed, tally.notTried + 1), applied, uids);
      };
    }

    /// Whether all objects were applied.
    public boolean isComplete() {
      return tally.failed == 0 && tally.notTried == 0;
    }
  }

  /// A request to prune after objects were applied.
  ///
  /// @param awaited whether the run ends only when they are gone
  public record PruneRequest(Choice choice, DeletionOptions deletion, boolean awaited) {

    /// Among which objects those are looked for that are no longer desired.
    public sealed interface Choice {
      /// Those that an apply has made, in the namespaces of the objects that are applied.
      /// Server-side apply recognizes them by the field manager.
      ///
      /// @param allowlist the types; empty for [dev.japply.plan.PruneKinds#DEFAULT]
      record Applied(LabelSelector selector, List<Gvk> allowlist) implements Choice {
        public Applied {
          allowlist = List.copyOf(allowlist);
        }
      }

      /// The members of an ApplySet.
      ///
      /// @param parent the object that represents it: `[RESOURCE][.GROUP]/NAME`, or the name of a
      ///   Secret
      /// @param adopted the same of the set whose members may become members of this one; empty for
      ///   none
      record Members(String parent, String adopted) implements Choice {}
    }
  }
}
