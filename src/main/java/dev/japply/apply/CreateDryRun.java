package dev.japply.apply;

import dev.japply.apply.Attempts.Budget;
import dev.japply.apply.Attempts.Policy;
import dev.japply.apply.Write.Fate;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Whether a server would take an object if there was none of its name yet: a dry run of the POST.
/// An API server looks for one of that name last, after it has found nothing else wrong, so that
/// `AlreadyExists` is a yes. What it says is no less than what the refused patch met with: a patch
/// for an immutable field may have a mistake elsewhere.
///
/// @param events is told of retries
record CreateDryRun(
    Cluster cluster, ExecutionOptions options, Outage cancellation, Consumer<Event> events) {

  /// What the server says.
  sealed interface Answer {
    /// It would take it.
    record Taken() implements Answer {}

    /// It would refuse it.
    record Refused(List<Problem> problems) implements Answer {}

    /// It did not say.
    record CutOff(List<Problem> problems) implements Answer {}
  }

  /// Whether the server would take `body` for `target`; empty when the run is to end.
  ///
  /// @param live the object that would be gone by then
  Optional<Answer> ask(ResolvedObject target, MapValue body, MapValue live) {
    KubeObject desired = target.desired();
    var dry = new WriteOptions(options.fieldManager(), options.fieldValidation(), true);
    MapValue free = withoutHeld(body, live);
    var write =
        new Write(
            Write.Kind.POST,
            free,
            () -> cluster.create(target.resource(), desired.namespace(), free, dry));
    var policy =
        new Policy(Budget.DRY_RUN, options.compatibility(), /* dryRun= */ true, false, false);
    var attempts = new Attempts(desired, policy, cancellation, events);
    return attempts.settle(
        () -> taken(attempts, write),
        e -> answer(target, live, write, e),
        unknown -> new Answer.CutOff(List.of(unknown)));
  }

  private static Optional<Answer> taken(Attempts attempts, Write write) {
    try {
      return attempts.send(write).map(object -> new Answer.Taken());
    } catch (ClusterException e) {
      if (ServerProblems.alreadyExists(e)) {
        return Optional.of(new Answer.Taken());
      }
      throw e;
    }
  }

  private Answer answer(ResolvedObject target, MapValue live, Write write, ClusterException e) {
    KubeObject desired = target.desired();
    if (write.fate(e) != Fate.NOT_DONE || e.status() == 0) {
      return new Answer.CutOff(ServerProblems.of(RequestContext.over(live, desired), e));
    }
    var type = cluster.schema(target.resource().gvk());
    var request = new RequestContext(desired, live, null, () -> type);
    return new Answer.Refused(ServerProblems.of(request, e));
  }

  /// `body` without the addresses and ports that a Service has to itself: they are free when it is
  /// gone, but not yet.
  static MapValue withoutHeld(MapValue body, MapValue live) {
    if (!body.text("kind").equals("Service") || !body.text("apiVersion").equals("v1")) {
      return body;
    }
    MapValue held = live.map("spec");
    MapValue spec = body.map("spec");
    for (String field : List.of("clusterIP", "clusterIPs", "healthCheckNodePort")) {
      spec = spec.get(field).equals(held.get(field)) ? spec.without(field) : spec;
    }
    if (spec.get("ports") instanceof ListValue ports) {
      spec = spec.with("ports", withoutHeldPorts(ports, held));
    }
    return body.with("spec", spec);
  }

  private static ListValue withoutHeldPorts(ListValue ports, MapValue held) {
    List<Value> taken = held.get("ports") instanceof ListValue list ? list.items() : List.of();
    var kept = new ArrayList<Value>();
    for (Value port : ports.items()) {
      boolean own =
          port instanceof MapValue map && taken.stream().anyMatch(t -> sharesPort(map, t));
      kept.add(own && port instanceof MapValue map ? map.without("nodePort") : port);
    }
    return new ListValue(kept);
  }

  private static boolean sharesPort(MapValue port, Value taken) {
    return !(port.get("nodePort") instanceof Missing)
        && taken instanceof MapValue other
        && port.get("nodePort").equals(other.get("nodePort"));
  }
}
