package dev.japply.apply;

import dev.japply.apply.CreateDryRun.Result;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Patch;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.UndoPlanner;
import dev.japply.plan.UndoPlanner.Decision;
import dev.japply.plan.UndoPlanner.Undone;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  /// The number of objects of others that an error names.
  private static final int NAMED = 3;

  /// Objects that each namespace has, or that only report about others.
  private static final Set<String> OF_NAMESPACES =
      Set.of("ConfigMap/kube-root-ca.crt", "ServiceAccount/default");

  private static final Set<String> REPORTING = Set.of("Endpoints", "Event", "Lease");

  /// Returns the plans of all objects, in the order of their first writes; fewer if the run was
  /// cancelled.
  public List<Undone> plan(List<History> histories) {
    var plans = new ArrayList<Undone>();
    CustomTypes restored = restoredTypes(histories);
    Map<ObjectKey, ResolvedObject> targets = resolve(histories, restored, plans);
    List<History> known = histories.stream().filter(one -> targets.containsKey(one.key())).toList();
    Set<ObjectKey> own = created(histories);
    int threads = options.schedule().concurrency();
    events.accept(new Event.Expected(known.size()));
    try (var workers = new Workers(threads)) {
      var run = new RunCancellation(cancellation);
      new OrderedParallelMap(workers, threads, cancellation)
          .run(
              known,
              history ->
                  planned(
                      history,
                      Objects.requireNonNull(targets.get(history.key())),
                      restored,
                      own,
                      run),
              plans::add);
    }
    return plans;
  }

  /// Returns the types whose definitions existed before the run.
  private static CustomTypes restoredTypes(List<History> histories) {
    return CustomTypes.of(
        histories.stream()
            .filter(one -> CustomTypes.isDefinition(one.key()))
            .flatMap(one ->
                one.writes().getFirst().before() instanceof MapValue was
                    ? Stream.of(KubeObject.of(was, Origin.NONE))
                    : Stream.empty())
            .toList());
  }

  /// Finds the types of the objects. An object that the run created is gone if its type is.
  private Map<ObjectKey, ResolvedObject> resolve(
      List<History> histories, CustomTypes restored, List<Undone> plans) {
    ResolvedObjects found =
        ResolvedObjects.find(
            cluster,
            /* enforced= */ false,
            histories.stream().map(UndoPlanner::identity).toList(),
            restored,
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
            isMade(history)
                ? planner.plan(history, null, null)
                : refused(entry.desired(), List.of(problem)));
      }
    }
    return found.targets().stream()
        .collect(Collectors.toMap(target -> target.desired().key(), Function.identity()));
  }

  private static Set<ObjectKey> created(List<History> histories) {
    return histories.stream()
        .filter(UndoPreview::isMade)
        .map(History::key)
        .collect(Collectors.toSet());
  }

  private static boolean isMade(History history) {
    return !(history.writes().getFirst().before() instanceof MapValue);
  }

  private static Undone refused(KubeObject object, List<Problem> problems) {
    PlannedObject planned = PlannedObject.refused(object, problems);
    return new Undone(
        planned,
        new ObjectExplanation(object, ObjectExplanation.Outcome.REFUSED, List.of(), List.of()));
  }

  private Undone planned(
      History history,
      ResolvedObject target,
      CustomTypes restored,
      Set<ObjectKey> own,
      RunCancellation run) {
    events.accept(new Event.Started(history.key()));
    Undone undone;
    try {
      undone = checked(plan(history, target, restored), target, own, run);
    } catch (ClusterException e) {
      undone = refused(target.desired(), ServerProblems.of(target.desired(), e));
    }
    boolean failed = undone.planned().action() instanceof Action.Refused;
    events.accept(new Event.Finished(history.key(), failed));
    return undone;
  }

  private Undone plan(History history, ResolvedObject target, CustomTypes restored) {
    MapValue live = isServed(target) ? live(history, target, restored) : null;
    Schema schema = live == null ? null : cluster.schema(target.resource().gvk()).orElse(null);
    return planner.plan(history, live, schema);
  }

  private boolean isServed(ResolvedObject target) {
    return target.definition() == null && cluster.resource(target.resource().gvk()).isPresent();
  }

  /// Returns the live object; null if it does not exist. If its type is gone since it was found, an
  /// object that the run created is gone, too, and another one comes back after its type.
  private @Nullable MapValue live(History history, ResolvedObject target, CustomTypes restored) {
    try {
      return target.readFrom(cluster).orElse(null);
    } catch (ClusterException e) {
      boolean known = isMade(history) || restored.find(history.gvk()).isPresent();
      if (e.isNotFound() && known) {
        return null;
      }
      throw e;
    }
  }

  private Undone checked(
      Undone undone, ResolvedObject target, Set<ObjectKey> own, RunCancellation run) {
    PlannedObject planned = undone.planned();
    return switch (planned.action()) {
      case Action.Patch patch -> {
        List<Problem> refused = patchProblems(planned, patch, target);
        yield refused.isEmpty() ? undone : refused(planned.desired(), refused);
      }
      case Action.Create create when isServed(target) ->
          creatable(undone, create.body(), MapValue.EMPTY, target, run);
      case Action.Recreate recreate ->
          creatable(undone, recreate.body(), (MapValue) planned.before(), target, run);
      case Action.Delete delete -> deletable(undone, own);
      case Action other -> undone;
    };
  }

  private List<Problem> patchProblems(
      PlannedObject planned, Action.Patch patch, ResolvedObject target) {
    MapValue live = (MapValue) planned.before();
    KubeObject desired = planned.desired();
    try {
      var unused =
          cluster.patch(
              target.resource(),
              desired.namespace(),
              desired.name(),
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
      Undone undone, MapValue body, MapValue live, ResolvedObject target, RunCancellation run) {
    KubeObject desired = undone.planned().desired();
    Result answer = tried(target.with(desired), body, live, run);
    if (!(answer instanceof Result.Refused(List<Problem> problems))) {
      return undone;
    }
    boolean service = body.text("kind").equals("Service") && body.text("apiVersion").equals("v1");
    if (service) {
      for (boolean ports : new boolean[] {false, true}) {
        MapValue other = withoutHeld(body, ports);
        if (!(tried(target.with(desired), other, live, run) instanceof Result.Refused)) {
          return with(undone, other, "comes back with another address or node port");
        }
      }
    }
    return isOfNewNamespace(problems) ? undone : refused(desired, problems);
  }

  /// A namespace that comes back first is not there yet.
  private static boolean isOfNewNamespace(List<Problem> problems) {
    return problems.stream()
        .anyMatch(problem -> problem.what().matches("(?s).*namespaces \"[^\"]*\" not found.*"));
  }

  private Result tried(ResolvedObject target, MapValue body, MapValue live, RunCancellation run) {
    return new CreateDryRun(cluster, options, run, event -> {})
        .check(target, body, live)
        .orElseGet(Result.Accepted::new);
  }

  private static MapValue withoutHeld(MapValue body, boolean ports) {
    MapValue spec = body.map("spec").without("clusterIP").without("clusterIPs");
    if (ports && spec.get("ports") instanceof ListValue(List<Value> items)) {
      spec = spec.without("healthCheckNodePort");
      spec =
          spec.with(
              "ports",
              new ListValue(
                  items.stream()
                      .map(port -> port instanceof MapValue map ? map.without("nodePort") : port)
                      .toList()));
    }
    return body.with("spec", spec);
  }

  private static Undone with(Undone undone, MapValue body, String note) {
    PlannedObject planned = undone.planned();
    Action action =
        planned.action() instanceof Action.Recreate(String uid, MapValue before)
            ? new Action.Recreate(uid, body)
            : new Action.Create(body);
    var changed =
        new PlannedObject(
            planned.desired().withTree(body), action, planned.before(), body, planned.grounds());
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
  private Undone deletable(Undone undone, Set<ObjectKey> own) {
    if (planner.decision() == Decision.TAKE) {
      return undone;
    }
    KubeObject object = undone.planned().desired();
    Set<String> others =
        switch (object.gvk().groupKind()) {
          case "Namespace" -> contents(object.name(), own);
          case "CustomResourceDefinition.apiextensions.k8s.io" -> instances(object, own);
          default -> Set.of();
        };
    if (others.isEmpty()) {
      return undone;
    }
    String some = others.stream().limit(NAMED).collect(Collectors.joining(", "));
    String what =
        "was created by the run, and its deletion would delete objects of others, such as " + some;
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

  private Set<String> contents(String namespace, Set<ObjectKey> own) {
    var found = new LinkedHashSet<String>();
    for (var type : cluster.types().served()) {
      Resource resource = type.resource();
      if (resource.namespaced() && !REPORTING.contains(resource.gvk().kind())) {
        found.addAll(others(resource, namespace, own));
      }
    }
    return found;
  }

  private Set<String> instances(KubeObject definition, Set<ObjectKey> own) {
    var found = new LinkedHashSet<String>();
    CustomTypes.of(List.of(definition))
        .types()
        .forEach((gvk, type) ->
            found.addAll(others(new Resource(gvk, type.plural(), type.namespaced()), "", own)));
    return found;
  }

  /// Returns the objects that the run did not create. Objects with an owner go with it.
  private Set<String> others(Resource resource, String namespace, Set<ObjectKey> own) {
    var found = new LinkedHashSet<String>();
    try {
      cluster
          .list(resource, namespace, LabelSelector.EVERYTHING)
          .forEach(object -> {
            KubeObject one = KubeObject.of(object, Origin.NONE);
            String name = one.gvk().kind() + "/" + one.name();
            boolean usual =
                own.contains(one.key())
                    || OF_NAMESPACES.contains(name)
                    || object.map("metadata").has("ownerReferences");
            if (!usual) {
              found.add(one.key().subject());
            }
          });
    } catch (ClusterException e) {
      if (e.status() != 404 && e.status() != 405) {
        throw e;
      }
    }
    return found;
  }
}
