package dev.japply.cli.apply;

import dev.japply.apply.AccessRequest;
import dev.japply.apply.Event;
import dev.japply.apply.MissingPermission;
import dev.japply.apply.PermissionSet;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.Preflight;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Checks, before any write, that the user has all permissions for an apply.
///
/// First checks all permissions that the apply could require, with few requests. Only if one is
/// missing, plans the apply without dry runs to find the permissions that it does require.
///
/// @param events receives the missing permissions
/// @param progress receives the events of planning
record PermissionCheck(
    Cluster cluster,
    ApplyRequest request,
    Cancellation cancellation,
    Consumer<Event> events,
    Consumer<Event> progress) {

  /// Returns the number of missing permissions to apply `objects`, after reporting each. The number
  /// may be too low if the run is cancelled.
  ///
  /// @throws dev.japply.problem.JapplyException if the server does not report permissions
  int missing(List<KubeObject> objects) {
    var set = new ApplySetPermissions(cluster, request, cancellation, objects);
    var preflight = new Preflight(cluster, request.options(), cancellation);
    PlanToApply plan = request.plan();
    PermissionSet possible = plan == null ? set.possible() : set.planned(plan);
    Map<AccessRequest, String> refused = preflight.refused(possible);
    if (refused.isEmpty()) {
      return 0;
    }
    PermissionSet needs = plan == null ? set.needed(refused.keySet(), progress) : possible;
    List<MissingPermission> missing = preflight.missing(needs, refused);
    if (!cancellation.requested()) {
      report(missing);
    }
    return missing.size();
  }

  private void report(List<MissingPermission> missing) {
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
}
