package dev.japply.apply;

import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.plan.Difference;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
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
  /// Maximum number of names that are tried for one that is free.
  private static final int NAMES = 5;

  /// The server's response.
  ///
  /// @param refusal the reasons why it would not take the object; none if it would
  /// @param isDecided whether they are about the object
  record Response(List<Problem> refusal, boolean isDecided) {
    private static final Response ACCEPTED = new Response(List.of(), true);
  }

  /// Checks whether the server would accept `body` for `target`; empty if the run was cancelled.
  ///
  /// @param live the object that would be gone by then
  Optional<Response> check(ResolvedObject target, MapValue body, MapValue live) {
    return switch (sent(target, new HeldAddresses(body, live).free())) {
      case WriteResult.Stored accepted -> Optional.of(Response.ACCEPTED);
      case WriteResult.Failed refused -> Optional.of(response(target, live, refused));
      case WriteResult.Unknown(Problem problem) ->
          Optional.of(new Response(List.of(problem), false));
      case WriteResult.Cancelled cancelled -> Optional.empty();
    };
  }

  /// Returns the object that the server would make of `body`, from a dry run of a POST with another
  /// name: the name of the live object is not free yet. Empty if the server refuses it.
  ///
  /// @param live the object that would be gone by then
  Optional<MapValue> result(ResolvedObject target, MapValue body, MapValue live) {
    String name = target.desired().name();
    var held = new HeldAddresses(body, live);
    for (String other : otherNames(name)) {
      switch (sent(target, named(held.free(), other))) {
        case WriteResult.Stored(MapValue made) when !made.isEmpty() -> {
          return Optional.of(named(held.in(made), name));
        }
        case WriteResult.Stored taken -> {}
        case WriteResult.Failed refused -> {
          return Optional.empty();
        }
        case WriteResult.Unknown unknown -> {
          return Optional.empty();
        }
        case WriteResult.Cancelled cancelled -> {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /// Sends a dry run of the POST. The result is an empty object if the name is taken.
  private WriteResult sent(ResolvedObject target, MapValue body) {
    KubeObject desired = target.desired();
    var dry = new WriteOptions(options.fieldManager(), options.fieldValidation(), true);
    var write =
        new WriteRequest(
            WriteRequest.Kind.POST,
            body,
            () -> cluster.create(target.resource(), desired.namespace(), body, dry));
    var writer = new Writer(desired, RetryPolicy.forDryRun(), cancellation, events);
    return writer.write(() -> accepted(writer.send(write)));
  }

  /// Returns names of the same length with the same beginning: where the type limits the length of
  /// names, or their characters, these are valid, too.
  private static List<String> otherNames(String name) {
    char last = name.charAt(name.length() - 1);
    String others = Character.isDigit(last) ? "0123456789" : "xyzabcdefg";
    return others
        .chars()
        .filter(other -> other != last)
        .limit(NAMES)
        .mapToObj(other -> name.substring(0, name.length() - 1) + (char) other)
        .toList();
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

  private Response response(ResolvedObject target, MapValue live, WriteResult.Failed refused) {
    KubeObject desired = target.desired();
    ClusterException e = refused.failure();
    if (!(refused instanceof WriteResult.Rejected) || e.status() == 0) {
      return new Response(ServerProblems.of(RequestContext.over(live, desired), e), false);
    }
    if (ApplyWarnings.refusesDryRun(e) && !options.allows(Difference.REFUSES_RISKY_REPLACEMENT)) {
      return Response.ACCEPTED;
    }
    var type = cluster.schema(target.resource().gvk());
    var request = new RequestContext(desired, live, null, () -> type);
    return new Response(ServerProblems.of(request, e), true);
  }
}
