package dev.japply.apply;

import dev.japply.apply.CreateDryRun.Response;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Patch;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.UndoPlanner;
import dev.japply.plan.UndoPlanner.Decision;
import dev.japply.plan.UndoPlanner.Undone;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Plans to take a run back: reads the live objects, plans each of them, and checks by dry runs
/// that the server accepts the changes. Changes nothing.
///
/// @param options the options for the writes
/// @param events receives the progress, and objects that cannot be read
public record UndoPreview(
    Cluster cluster,
    ExecutionOptions options,
    UndoPlanner planner,
    Cancellation cancellation,
    Consumer<Event> events) {

  /// Returns the plans of all objects, in the order of their first writes; fewer if the run was
  /// cancelled.
  ///
  /// @throws ClusterException if the server is unreachable
  public List<Undone> plan(List<History> histories) {
    var plans = new ArrayList<Undone>();
    var run = Run.of(histories);
    Map<ObjectKey, ResolvedObject> targets = resolve(histories, run, plans);
    Map<ObjectKey, History> known = new LinkedHashMap<>();
    histories.stream()
        .filter(history -> targets.containsKey(history.key()))
        .forEach(history -> known.put(history.key(), history));
    var unused =
        new PreviewRun(cluster, options, cancellation, events)
            .run(
                known.keySet().stream().map(targets::get).map(Objects::requireNonNull).toList(),
                /* bulk= */ false,
                (context, target) -> {
                  History history = Objects.requireNonNull(known.get(target.desired().key()));
                  return Optional.of(planned(history, target, run, context.cancellation()));
                },
                Undone::planned,
                plans::add);
    return plans;
  }

  /// The parts of the run that other objects depend on.
  ///
  /// @param created the objects that the run created
  /// @param uids their uids
  /// @param types the custom types whose definitions it changed or deleted
  /// @param namespaces the namespaces that it changed or deleted
  private record Run(
      Set<ObjectKey> created, Set<String> uids, CustomTypes types, Set<String> namespaces) {
    static Run of(List<History> histories) {
      var created = new HashSet<ObjectKey>();
      var uids = new HashSet<String>();
      var definitions = new ArrayList<KubeObject>();
      var namespaces = new HashSet<String>();
      for (History history : histories) {
        if (!(history.writes().getFirst().before() instanceof MapValue before)) {
          created.add(history.key());
          if (history.end() instanceof MapValue made) {
            uids.add(LiveMetadata.uid(made));
          }
        } else if (CustomTypes.isDefinition(history.key())) {
          definitions.add(KubeObject.of(before, Origin.NONE));
        } else if (history.gvk().groupKind().equals("Namespace")) {
          namespaces.add(history.key().name());
        }
      }
      return new Run(created, uids, CustomTypes.of(definitions), namespaces);
    }
  }

  /// Finds the types of the objects. An object that the run created is gone if its type is.
  private Map<ObjectKey, ResolvedObject> resolve(
      List<History> histories, Run run, List<Undone> plans) {
    ResolvedObjects found =
        ResolvedObjects.find(
            cluster,
            /* enforced= */ false,
            histories.stream().map(UndoPlanner::identity).toList(),
            run.types(),
            options.compatibility());
    for (ResolvedObjects.Entry entry : found.entries()) {
      Problem problem = entry.problem();
      if (problem != null) {
        History history =
            histories.stream()
                .filter(one -> one.key().equals(entry.desired().key()))
                .findFirst()
                .orElseThrow();
        plans.add(
            run.created().contains(history.key())
                ? planner.plan(history, null, null)
                : refused(entry.desired(), List.of(problem)));
      }
    }
    Map<ObjectKey, ResolvedObject> targets =
        found.targets().stream()
            .collect(Collectors.toMap(target -> target.desired().key(), Function.identity()));
    checkPlaces(histories, targets, plans);
    return targets;
  }

  /// Refuses objects whose namespace is not the recorded one: a file without it, or of a type whose
  /// scope has changed since. They would be passed over.
  private static void checkPlaces(
      List<History> histories, Map<ObjectKey, ResolvedObject> targets, List<Undone> plans) {
    Set<ObjectKey> planned =
        plans.stream().map(one -> one.planned().desired().key()).collect(Collectors.toSet());
    for (History history : histories) {
      if (!targets.containsKey(history.key()) && !planned.contains(history.key())) {
        KubeObject object = UndoPlanner.identity(history);
        String what =
            history.key().namespace().isEmpty()
                ? "was recorded without its namespace"
                : "was recorded with a namespace, and its type has none";
        Problem problem =
            Problem.error(Origin.NONE, object.key().subject(), what, "take it back yourself");
        plans.add(refused(object, List.of(problem)));
      }
    }
  }

  private static Undone refused(KubeObject object, List<Problem> problems) {
    PlannedObject planned = PlannedObject.refused(object, problems);
    return new Undone(
        planned,
        new ObjectExplanation(object, ObjectExplanation.Outcome.REFUSED, List.of(), List.of()));
  }

  private Undone planned(History history, ResolvedObject target, Run run, RunCancellation stop) {
    try {
      Undone plan = plan(history, target, run);
      stop.responded();
      return checked(plan, target, run, stop);
    } catch (ClusterException e) {
      if (stop.isEndedBy(e)) {
        throw e;
      }
      return refused(target.desired(), ServerProblems.of(target.desired(), e));
    }
  }

  private Undone plan(History history, ResolvedObject target, Run run) {
    MapValue live = isServed(target) ? live(history, target, run) : null;
    Schema schema = live == null ? null : cluster.schema(target.resource().gvk()).orElse(null);
    return planner.plan(history, live, schema);
  }

  private boolean isServed(ResolvedObject target) {
    return target.definition() == null && cluster.resource(target.resource().gvk()).isPresent();
  }

  /// Returns the live object; null if it does not exist. If its type is gone since it was found, an
  /// object that the run created is gone, too, and another one comes back after its type.
  private @Nullable MapValue live(History history, ResolvedObject target, Run run) {
    try {
      return target.readFrom(cluster).orElse(null);
    } catch (ClusterException e) {
      boolean known =
          run.created().contains(history.key()) || run.types().find(history.gvk()).isPresent();
      if (e.isNotFound() && known) {
        return null;
      }
      throw e;
    }
  }

  private Undone checked(Undone undone, ResolvedObject target, Run run, RunCancellation stop) {
    PlannedObject planned = undone.planned();
    Optional<Problem> forbidden = options.planning().forbidden().problem(planned);
    if (forbidden.isPresent()) {
      return refused(planned.desired(), List.of(forbidden.get()));
    }
    return switch (planned.action()) {
      case Action.Patch patch -> {
        List<Problem> refused = patchProblems(planned, patch, target);
        yield refused.isEmpty() ? undone : refused(planned.desired(), refused);
      }
      case Action.Create create when isServed(target) ->
          creatable(undone, create.body(), MapValue.EMPTY, target, run, stop);
      case Action.Recreate recreate ->
          creatable(undone, recreate.body(), (MapValue) planned.before(), target, run, stop);
      case Action.Delete delete -> deletable(undone, run);
      case Action other -> undone;
    };
  }

  private List<Problem> patchProblems(
      PlannedObject planned, Action.Patch patch, ResolvedObject target) {
    MapValue live = (MapValue) planned.before();
    KubeObject desired = planned.desired();
    try {
      var unused =
          target.patch(
              cluster,
              new Patch(Patch.Type.MERGE, patch.onlyOnto(live)),
              new WriteOptions(options.fieldManager(), "", /* dryRun= */ true));
      return List.of();
    } catch (ClusterException e) {
      boolean undecided =
          e.status() == 0 || e.isConflict() || e.isNotFound() || ApplyWarnings.refusesDryRun(e);
      return undecided ? List.of() : ServerProblems.of(RequestContext.over(live, desired), e);
    }
  }

  /// Checks that an object can be created again; a Service without the addresses and ports that
  /// another one has by now.
  private Undone creatable(
      Undone undone,
      MapValue body,
      MapValue live,
      ResolvedObject target,
      Run run,
      RunCancellation stop) {
    KubeObject desired = undone.planned().desired();
    List<Problem> problems = refusal(target.with(desired), body, live, stop);
    if (problems.isEmpty()) {
      return undone;
    }
    for (MapValue other : HeldAddresses.withOthers(body)) {
      if (refusal(target.with(desired), other, live, stop).isEmpty()) {
        return with(undone, other, "comes back with another address or node port");
      }
    }
    // A namespace that comes back first is not there yet.
    boolean waits = run.namespaces().contains(desired.namespace()) && lackNamespace(problems);
    return waits ? undone : refused(desired, problems);
  }

  private static boolean lackNamespace(List<Problem> problems) {
    return problems.stream()
        .anyMatch(problem -> problem.what().matches("(?s).*namespaces \"[^\"]*\" not found.*"));
  }

  /// Returns the problems with a new object; none if the server takes it, or does not decide.
  private List<Problem> refusal(
      ResolvedObject target, MapValue body, MapValue live, RunCancellation stop) {
    return new CreateDryRun(cluster, options, stop, event -> {})
        .check(target, body, live)
        .filter(Response::isDecided)
        .map(Response::refusal)
        .orElse(List.of());
  }

  private static Undone with(Undone undone, MapValue body, String note) {
    PlannedObject planned = undone.planned();
    Action action =
        planned.action() instanceof Action.Recreate(String uid, MapValue before)
            ? new Action.Recreate(uid, body)
            : new Action.Create(body);
    var changed =
        new PlannedObject(
            planned.desired().withTree(body), action, planned.before(), body, planned.reasons());
    var warnings = new ArrayList<Problem>(undone.explanation().warnings());
    warnings.add(UndoPlanner.notTakenBack(planned.desired(), note, ""));
    var explanation =
        new ObjectExplanation(
            changed.desired(),
            undone.explanation().outcome(),
            undone.explanation().fields(),
            warnings);
    return new Undone(changed, explanation);
  }

  /// Checks that nothing of others is deleted along with a Namespace or a CustomResourceDefinition.
  private Undone deletable(Undone undone, Run run) {
    if (planner.decision() == Decision.TAKE) {
      return undone;
    }
    KubeObject object = undone.planned().desired();
    List<KubeObject> others = new DeletedAlong(cluster).others(object, run.created(), run.uids());
    if (others.isEmpty()) {
      return undone;
    }
    String what =
        "was created by the run, and its deletion would delete objects of others, such as "
            + DeletedAlong.first(others);
    Problem problem =
        Problem.error(
            Origin.NONE,
            object.key().subject(),
            what,
            "--skip-changed leaves it as it is, and --take deletes it");
    if (planner.decision() == Decision.REFUSE) {
      return refused(object, List.of(problem));
    }
    MapValue live = (MapValue) undone.planned().before();
    var same = new PlannedObject(object, new Action.Unchanged(), live, live);
    Problem note = UndoPlanner.notTakenBack(object, what, "left as it is");
    return new Undone(
        same,
        new ObjectExplanation(
            object, ObjectExplanation.Outcome.UNCHANGED, List.of(), List.of(note)));
  }
}
