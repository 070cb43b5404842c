package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.apply.MissingRight;
import dev.japply.apply.Needs;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.Preflight;
import dev.japply.apply.Right;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Sees, before anything is written, that the user has all rights that an apply takes.
///
/// It asks for all that it could come to, which is few requests. Only where the user has not all of
/// that is it planned what is to be done, without dry runs, and which rights that takes.
///
/// @param events hears what is missing
/// @param progress receives the events of planning
record Preflighting(
    Cluster cluster,
    PreflightRequest request,
    Cancellation cancellation,
    Consumer<Event> events,
    Consumer<Event> progress) {

  /// How many rights are missing to apply `objects`; each has been told. Fewer when the run is to
  /// end.
  ///
  /// @throws dev.japply.problem.JapplyException when the server does not say
  int missing(List<KubeObject> objects) {
    var set = new SetNeeds(cluster, request, cancellation, objects);
    var preflight = new Preflight(cluster, request.options(), cancellation);
    PlanToApply plan = request.plan();
    Needs possible = plan == null ? set.possible() : set.planned(plan);
    Map<Right, String> refused = preflight.refused(possible);
    if (refused.isEmpty()) {
      return 0;
    }
    Needs needs = plan == null ? set.needed(refused.keySet(), progress) : possible;
    List<MissingRight> missing = preflight.missing(needs, refused);
    if (!cancellation.requested()) {
      tell(missing);
    }
    return missing.size();
  }

  private void tell(List<MissingRight> missing) {
    missing.forEach(each -> events.accept(new Event.Rejected(each.problem())));
    if (!missing.isEmpty()) {
      String what =
          missing.size() == 1 ? "1 right is missing" : missing.size() + " rights are missing";
      Problem end = Problem.error(Origin.NONE, what + ": nothing was changed", "");
      events.accept(new Event.Rejected(end));
    }
  }
}
