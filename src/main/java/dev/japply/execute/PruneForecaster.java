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
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Finds out which objects would be pruned after others were applied. Changes nothing.
public final class PruneForecaster {
  private final AppliedScope scope;
  private final boolean likeKubectl;

  private PruneForecaster(AppliedScope scope, boolean likeKubectl) {
    this.scope = scope;
    this.likeKubectl = likeKubectl;
  }

  /// A forecaster of what `choice` comes to.
  ///
  /// @param types the types that the input defines
  /// @param likeKubectl whether the namespace that the user named does not count, nor that others
  ///   live in a Namespace
  /// @throws dev.japply.problem.JapplyException when the cluster does not have a type that was
  ///   asked for
  public static PruneForecaster open(
      Cluster cluster,
      Choice.Applied choice,
      Targets.Namespace namespace,
      CustomTypes types,
      boolean likeKubectl) {
    var place = new Targets.Namespace(namespace.name(), namespace.enforced() && !likeKubectl);
    return new PruneForecaster(
        AppliedScope.open(cluster, choice, place, types, likeKubectl), likeKubectl);
  }

  /// What would be pruned, and to `events` which types could not be looked at.
  ///
  /// @param applied what would become of the objects that are applied
  public List<Forecast> run(List<Forecast> applied, Consumer<Event> events) {
    Set<String> namespaces =
        applied.stream()
            .map(forecast -> forecast.desired().namespace())
            .filter(namespace -> !namespace.isEmpty())
            .collect(Collectors.toSet());
    PruneSearch.Found found = scope.in(namespaces);
    for (Problem problem : found.problems()) {
      events.accept(likeKubectl ? new Event.Warned(problem.asWarning()) : Event.about(problem));
    }
    var desired = new Desired(uids(applied), likeKubectl ? Set.of() : namespaces);
    PrunePlan plan = PrunePlan.of(found.objects(), desired, Sequence.AS_FOUND);
    plan.spared().forEach(object -> events.accept(new Event.Warned(Pruning.spared(object))));
    return plan.objects().stream().<Forecast>map(Forecast.Pruned::new).toList();
  }

  private static Set<String> uids(List<Forecast> applied) {
    var uids = new HashSet<String>();
    for (Forecast forecast : applied) {
      if (forecast instanceof Forecast.Result result && result.before() instanceof MapValue live) {
        uids.add(PrunePlan.uid(live));
      }
    }
    return uids;
  }
}
