package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.execute.PruneRequest.Choice;
import dev.japply.live.Cluster;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.PrunePlan;
import dev.japply.plan.PrunePlan.Desired;
import dev.japply.plan.PrunePlan.Sequence;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Finds out which objects would be pruned after others were applied. Changes nothing.
public final class PruneForecaster {
  private final AppliedScope scope;
  private final boolean likeKubectl;
  private final Set<String> uids = new HashSet<>();
  private final Set<String> namespaces = new HashSet<>();

  private PruneForecaster(AppliedScope scope, boolean likeKubectl) {
    this.scope = scope;
    this.likeKubectl = likeKubectl;
  }

  /// A forecaster of what `choice` comes to.
  ///
  /// @param types the types that the input defines
  /// @param options by kubectl's ways the namespace that the user named does not count, nor that
  ///   others live in a Namespace
  /// @throws dev.japply.problem.JapplyException when the cluster does not have a type that was
  ///   asked for
  public static PruneForecaster open(
      Cluster cluster,
      Choice.Applied choice,
      Targets.Namespace namespace,
      CustomTypes types,
      ForecastOptions options) {
    boolean likeKubectl = options.likeKubectl();
    var place = new Targets.Namespace(namespace.name(), namespace.enforced() && !likeKubectl);
    return new PruneForecaster(
        AppliedScope.open(cluster, choice, place, types, likeKubectl, options.concurrency()),
        likeKubectl);
  }

  /// Takes note of what would become of an object that is applied.
  public void note(Forecast applied) {
    String namespace = applied.desired().namespace();
    if (!namespace.isEmpty()) {
      namespaces.add(namespace);
    }
    if (applied instanceof Forecast.Result result && result.before() instanceof MapValue live) {
      uids.add(PrunePlan.uid(live));
    }
  }

  /// Tells `forecasts` what would be pruned, and `events` which types could not be looked at.
  public void run(Consumer<Forecast> forecasts, Consumer<Event> events) {
    PruneSearch.Found found = scope.in(namespaces);
    for (Problem problem : found.problems()) {
      events.accept(likeKubectl ? new Event.Warned(problem.asWarning()) : Event.about(problem));
    }
    var desired = new Desired(uids, likeKubectl ? Set.of() : namespaces);
    PrunePlan plan = PrunePlan.of(found.objects(), desired, Sequence.AS_FOUND);
    plan.spared().forEach(object -> events.accept(new Event.Warned(Pruning.spared(object))));
    plan.objects().forEach(object -> forecasts.accept(new Forecast.Pruned(object)));
  }
}
