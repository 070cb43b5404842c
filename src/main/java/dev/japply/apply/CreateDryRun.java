package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.plan.Difference;
import dev.japply.problem.Problem;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Checks whether a server would take an object if there was none of its name yet: a dry run of the
/// POST. An API server looks for an object of that name last, when it has found nothing else wrong,
/// so that `AlreadyExists` is a yes. A refusal reports at least as much as the refused patch: a
/// patch for an immutable field may have a mistake elsewhere.
///
/// @param events receives retries
record CreateDryRun(
    Cluster cluster,
    ExecutionOptions options,
    RunCancellation cancellation,
    Consumer<Event> events) {

  /// The server's response.
  sealed interface Result {
    /// It would take it.
    record Accepted() implements Result {}

    /// It would refuse it.
    record Refused(List<Problem> problems) implements Result {}

    /// The server gave no decision.
    record Undecided(List<Problem> problems) implements Result {}
  }

  /// Checks whether the server would accept `body` for `target`; empty if the run was cancelled.
  ///
  /// @param live the object that would be gone by then
  Optional<Result> check(ResolvedObject target, MapValue body, MapValue live) {
    KubeObject desired = target.desired();
    var dry = new WriteOptions(options.fieldManager(), options.fieldValidation(), true);
    MapValue free = withoutHeld(body, live);
    var write =
        new WriteRequest(
            WriteRequest.Kind.POST,
            free,
            () -> cluster.create(target.resource(), desired.namespace(), free, dry));
    var policy = RetryPolicy.forDryRun();
    var writer = new Writer(desired, policy, cancellation, events);
    return switch (writer.write(() -> accepted(writer.send(write)))) {
      case Writer.Result.Written accepted -> Optional.of(new Result.Accepted());
      case Writer.Result.Refused refused -> Optional.of(result(target, live, refused));
      case Writer.Result.Unknown(Problem problem) ->
          Optional.of(new Result.Undecided(List.of(problem)));
      case Writer.Result.Cancelled cancelled -> Optional.empty();
    };
  }

  /// Returns the object that the server would make of `body`, from a dry run of a POST with another
  /// name: the name of the live object is not free yet. Empty if the server refuses it, and for
  /// Services, whose addresses are not free either.
  Optional<MapValue> result(ResolvedObject target, MapValue body) {
    if (body.text("kind").equals("Service")) {
      return Optional.empty();
    }
    KubeObject desired = target.desired();
    var dry = new WriteOptions(options.fieldManager(), options.fieldValidation(), true);
    try {
      MapValue made =
          cluster.create(
              target.resource(), desired.namespace(), named(body, desired.name() + "-x"), dry);
      return Optional.of(named(made, desired.name()));
    } catch (ClusterException e) {
      return Optional.empty(); // as where the name is too long
    }
  }

  private static MapValue named(MapValue object, String name) {
    return object.with("metadata", object.map("metadata").with("name", Value.text(name)));
  }

  private static WriteResult accepted(WriteResult result) {
    return result instanceof WriteResult.Changed changed
            && ServerProblems.alreadyExists(changed.failure())
        ? new WriteResult.Stored(MapValue.EMPTY)
        : result;
  }

  private Result result(ResolvedObject target, MapValue live, Writer.Result.Refused refused) {
    KubeObject desired = target.desired();
    ClusterException e = refused.failure();
    if (!(refused.result() instanceof WriteResult.Rejected) || e.status() == 0) {
      return new Result.Undecided(ServerProblems.of(RequestContext.over(live, desired), e));
    }
    if (ApplyWarnings.refusesDryRun(e) && !options.allows(Difference.REFUSES_RISKY_REPLACEMENT)) {
      return new Result.Accepted();
    }
    var type = cluster.schema(target.resource().gvk());
    var request = new RequestContext(desired, live, null, () -> type);
    return new Result.Refused(ServerProblems.of(request, e));
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
