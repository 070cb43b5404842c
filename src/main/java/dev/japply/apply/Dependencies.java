package dev.japply.apply;

import dev.japply.apply.Event.Outcome;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServedType;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.DependencyGraph.Outside;
import dev.japply.plan.Difference;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.Order;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /// Waits until the server serves types that were just defined: until their
  /// CustomResourceDefinition has the condition `Established`, and the server lists the type.
  ///
  /// <https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/>
  private static final class CrdReadiness {
    /// For one type, not counting what the requests take. A server needs less than a second.
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private final Cluster cluster;
    private final Cancellation cancellation;
    private final Map<Gvk, End> known = new HashMap<>();

    CrdReadiness(Cluster cluster, Cancellation cancellation) {
      this.cluster = cluster;
      this.cancellation = cancellation;
    }

    /// Result of waiting.
    sealed interface End {
      /// The type is served.
      record Served() implements End {}

      /// It is not, and why.
      record NotServed(String why, String hint) implements End {}

      /// The run is to end, and it is not there yet.
      record CutOff() implements End {}
    }

    /// Waits for `type`, once for all its objects. Several wait one after another: while one type
    /// becomes available, so do the others.
    synchronized End await(Gvk type, ResolvedObject definition, MapValue live) {
      if (!known.containsKey(type)) {
        End end = poll(type, definition, live);
        if (end instanceof End.NotServed && cancellation.requested()) {
          return new End.CutOff();
        }
        known.put(type, end);
      }
      return known.get(type);
    }

    private End poll(Gvk type, ResolvedObject definition, MapValue applied) {
      MapValue live = applied;
      var poll = new Polling(cancellation, FIRST_PAUSE, LIMIT);
      while (true) {
        Optional<End> hopeless = hopeless(definition, live);
        if (hopeless.isPresent()) {
          return hopeless.get();
        }
        boolean established = is(live, "Established", "True");
        if (established && cluster.resource(type).isPresent()) {
          return new End.Served();
        }
        if (poll.isOver() || cancellation.requested()) {
          return late(definition, live, established);
        }
        poll.pause();
        Optional<MapValue> now = established ? Optional.of(live) : read(definition);
        if (now.isEmpty()) {
          return deleted(definition);
        }
        live = now.get();
      }
    }

    private Optional<MapValue> read(ResolvedObject definition) {
      return cluster.get(definition.resource(), "", definition.desired().name());
    }

    private static End deleted(ResolvedObject definition) {
      String subject = definition.desired().key().subject();
      return new End.NotServed(subject + " was deleted meanwhile", "apply again");
    }

    private static Optional<End> hopeless(ResolvedObject definition, MapValue live) {
      String subject = definition.desired().key().subject();
      if (LiveMetadata.isBeingDeleted(live)) {
        return Optional.of(
            new End.NotServed(subject + " is being deleted", "apply again when it is gone"));
      }
      return is(live, "NamesAccepted", "False")
          ? Optional.of(
              new End.NotServed(
                  subject + " is not Established, " + text(live, "NamesAccepted"),
                  "choose other names, or delete the definition that has them"))
          : Optional.empty();
    }

    private static End late(ResolvedObject definition, MapValue live, boolean established) {
      String state =
          established
              ? " is Established, but the server does not serve this type"
              : " is not Established, " + text(live, "Established");
      return new End.NotServed(
          definition.desired().key().subject() + state + " after " + LIMIT.toSeconds() + "s",
          "apply again when it is");
    }

    private static boolean is(MapValue live, String condition, String status) {
      return condition(live, condition).text("status").equals(status);
    }

    /// `NamesAccepted=False: PluralConflict: "widgets" is already in use`.
    private static String text(MapValue live, String name) {
      MapValue condition = condition(live, name);
      return condition.isEmpty()
          ? name + " is not there"
          : "%s=%s: %s: %s"
              .formatted(
                  name,
                  condition.text("status"),
                  condition.text("reason"),
                  condition.text("message"));
    }

    private static MapValue condition(MapValue live, String type) {
      return live.map("status").maps("conditions").stream()
          .filter(condition -> condition.text("type").equals(type))
          .findFirst()
          .orElse(MapValue.EMPTY);
    }
  }

  /// Dependencies that objects name, where these count. A dependency that the same run does not
  /// apply has to be on the cluster already.
  record NamedDependencies(Cluster cluster, ExecutionOptions options, Cancellation cancellation) {
    private static final String ADD = "add it to the input, or remove it from the annotation";

    /// Returns the dependencies that `targets` name; none in the order of the input, which is the
    /// user's own.
    ///
    /// @throws JapplyException if an annotation is malformed, or there is a cycle
    static DependencyGraph of(ExecutionOptions options, List<ResolvedObject> targets) {
      return options.schedule().order() == Order.DEPENDENCIES
          ? DependencyGraph.of(targets.stream().map(ResolvedObject::desired).toList())
          : DependencyGraph.NONE;
    }

    /// Checks that `targets` can be applied in the order that they require.
    ///
    /// @param pruned whether other objects may be deleted afterwards
    /// @throws JapplyException when they cannot
    public void check(List<ResolvedObject> targets, boolean pruned) {
      check(of(options, targets), pruned);
    }

    /// Sees that an apply of `objects` could keep the order that they require.
    ///
    /// @param objects with their namespaces
    /// @param known whether the cluster has more than these objects; else only cycles and malformed
    ///   annotations are found
    /// @throws JapplyException when it could not
    void checkPlanned(List<KubeObject> objects, boolean pruned, boolean known) {
      if (options.allows(Difference.ORDERS_BY_DEPENDENCY)) {
        DependencyGraph graph = DependencyGraph.of(objects);
        if (known) {
          check(graph, pruned);
        }
      }
    }

    private void check(DependencyGraph graph, boolean pruned) {
      List<Outside> outside = graph.outside();
      if (outside.isEmpty()) {
        return;
      }
      var problems = new ArrayList<Problem>();
      if (pruned) {
        outside.forEach(one ->
            problems.add(one.problem("is not in the input, so that --prune may delete it", ADD)));
      } else {
        look(outside).forEach(problem -> problem.ifPresent(problems::add));
      }
      if (!problems.isEmpty()) {
        throw new JapplyException(problems);
      }
    }

    /// Returns the problem of each, if any; fewer results if the run was cancelled.
    private List<Optional<Problem>> look(List<Outside> outside) {
      List<Resource> types = cluster.types().served().stream().map(ServedType::resource).toList();
      var found = new ArrayList<Optional<Problem>>();
      try (var workers = new Workers(options.schedule().concurrency())) {
        workers.runInOrder(outside, cancellation, one -> look(one, types), found::add);
      }
      return found;
    }

    private Optional<Problem> look(Outside one, List<Resource> types) {
      ObjectKey key = one.dependency();
      Optional<Resource> type = types.stream().filter(served -> isOf(key, served)).findFirst();
      if (type.isEmpty()) {
        return Optional.of(
            one.problem("is neither in the input nor of a type that the server has", ADD));
      }
      if (type.get().namespaced() == key.namespace().isEmpty()) {
        String form =
            type.get().namespaced() ? "GROUP/namespaces/NAMESPACE/KIND/NAME" : "GROUP/KIND/NAME";
        return Optional.of(one.problem("has to be written " + form, ""));
      }
      try {
        return cluster.get(type.get(), key.namespace(), key.name()).isPresent()
            ? Optional.empty()
            : Optional.of(one.problem("is neither in the input nor on the cluster", ADD));
      } catch (ClusterException e) {
        return Optional.of(
            one.problem("is not in the input, and " + ServerProblems.sentence(e), e.hint()));
      }
    }

    private static boolean isOf(ObjectKey key, Resource type) {
      return type.gvk().group().equals(key.group()) && type.gvk().kind().equals(key.kind());
    }
  }
}
