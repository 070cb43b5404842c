package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.DependencyGraph;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Dependencies between the objects of one run: the objects that they name, the definition of their
/// type, and on a dry run their namespace. Safe for use by several threads.
final class Dependencies {
  private final ExecutionOptions options;
  private final DependencyGraph graph;
  private final CrdReadiness types;
  private final Set<ObjectKey> failed = ConcurrentHashMap.newKeySet();
  private final Map<ObjectKey, Definition> definitions = new ConcurrentHashMap<>();
  private final Set<String> plannedNamespaces = ConcurrentHashMap.newKeySet();

  /// @param graph the dependencies that the objects name
  Dependencies(
      Cluster cluster, ExecutionOptions options, DependencyGraph graph, Cancellation cancellation) {
    this.options = options;
    this.graph = graph;
    this.types = new CrdReadiness(cluster, cancellation);
  }

  /// A CustomResourceDefinition, and how applying it ended.
  private record Definition(ResolvedObject target, Event.Ended end) {}

  /// Result of the check for one object.
  sealed interface Result {
    /// It can.
    record Met() implements Result {}

    /// It could after a real run. No request can be sent to the server.
    ///
    /// @param missing the missing object or type; empty if the server would have nothing to report
    record Planned(String missing) implements Result {}

    /// It cannot.
    record Unmet(List<Problem> problems) implements Result {}

    /// The run is to end, and what it needs is not there yet.
    record Stopped() implements Result {}
  }

  /// Checks whether `target` can be applied now. Waits for the type that the run has defined.
  Result check(ResolvedObject target) {
    KubeObject desired = target.desired();
    for (ObjectKey named : graph.named(desired.key())) {
      if (failed.contains(named)) {
        String what = "its dependency " + named.subject() + " could not be applied";
        return new Result.Unmet(List.of(desired.error(what, "see the error about it")));
      }
    }
    ObjectKey definition = target.definition();
    if (definition != null) {
      return type(target, definition);
    }
    String namespace = desired.namespace();
    return plannedNamespaces.contains(namespace)
        ? new Result.Planned("namespace \"" + namespace + "\"")
        : new Result.Met();
  }

  /// Takes note of how applying `target` ended.
  void note(ResolvedObject target, Event.Ended end) {
    ObjectKey key = target.desired().key();
    if (!graph.isEmpty() && !(end instanceof Event.Applied)) {
      failed.add(key);
    }
    if (CustomTypes.isDefinition(key)) {
      definitions.put(key, new Definition(target, end));
    }
    if (options.dryRun() == DryRun.SERVER
        && key.kind().equals("Namespace")
        && key.group().isEmpty()
        && created(end)) {
      plannedNamespaces.add(key.name());
    }
  }

  private Result type(ResolvedObject target, ObjectKey key) {
    KubeObject desired = target.desired();
    Definition definition = definitions.get(key);
    if (definition == null) {
      return unmet(
          desired,
          key.subject() + " comes later in the input",
          "put it first, or leave out --order=input");
    }
    if (!(definition.end() instanceof Event.Applied applied)) {
      return unmet(desired, key.subject() + " could not be applied", "see the error about it");
    }
    if (options.dryRun() != DryRun.NONE) {
      boolean clear = options.dryRun() == DryRun.CLIENT && created(applied);
      return new Result.Planned(clear ? "" : key.subject());
    }
    return switch (types.await(target.resource().gvk(), definition.target(), applied.object())) {
      case CrdReadiness.End.Served() -> new Result.Met();
      case CrdReadiness.End.NotServed(String why, String hint) -> unmet(desired, why, hint);
      case CrdReadiness.End.CutOff() -> new Result.Stopped();
    };
  }

  /// Whether a dry run would create it: such an object has no resourceVersion yet.
  private static boolean created(Event.Ended end) {
    return end instanceof Event.Applied applied
        && (applied.outcome() == Outcome.CREATED
            || (applied.outcome() == Outcome.SERVERSIDE_APPLIED
                && !applied.object().map("metadata").has("resourceVersion")));
  }

  private static Result unmet(KubeObject desired, String why, String hint) {
    return new Result.Unmet(List.of(ResolvedObjects.unknownKind(desired, why, hint)));
  }
}
