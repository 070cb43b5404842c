package dev.japply.execute;

import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.refusal.Sent;
import dev.japply.refusal.ServerProblems;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether a server would take an object if there was none of its name yet: a dry run of the POST.
/// An API server looks for one of that name last, after it has found nothing else wrong, so that
/// `AlreadyExists` is a yes. What it says is no less than what the refused patch met with: a patch
/// for an immutable field may have a mistake elsewhere.
record Rehearsal(Cluster cluster, ApplyOptions options) {

  /// Why `target` would be refused; empty when it would not.
  ///
  /// @param live the object that would be gone by then
  List<Problem> problems(Target target, MapValue live) {
    var planner = new Planner(options.merge());
    return switch (planner.plan(target.desired(), Optional.empty(), Optional.empty())) {
      case Action.Create(MapValue body) -> asked(target, body, live);
      case Action.Refused(List<Problem> problems) -> problems;
      case Action.Patch patch -> throw new IllegalStateException("nothing to patch");
      case Action.Unchanged unchanged -> throw new IllegalStateException("nothing to leave");
    };
  }

  private List<Problem> asked(Target target, MapValue body, MapValue live) {
    KubeObject desired = target.desired();
    try {
      var dry = new WriteOptions(options.fieldManager(), options.fieldValidation(), true);
      cluster.create(target.resource(), desired.namespace(), withoutHeld(body, live), dry);
      return List.of();
    } catch (ClusterException e) {
      var type = cluster.strategicSchema(target.resource().gvk());
      return ServerProblems.alreadyExists(e)
          ? List.of()
          : ServerProblems.of(new Sent(desired, Optional.empty(), Optional.empty(), () -> type), e);
    }
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
