package dev.japply.report;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.Order;
import dev.japply.report.Summary.End;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Objects that an apply changes at the same time.
///
/// @param waits the states that the apply waits for before these objects; empty for none
/// @param objects in the order of the input
record PlanPhase(String waits, List<ReportedObject> objects) {
  /// So many objects or types are named.
  private static final int NAMED = 3;

  /// Returns the phases of an apply, without phases that change nothing. Pruned objects follow all
  /// others.
  static List<PlanPhase> of(List<ReportedObject> all, Order order, PlanText.Awaited awaited) {
    List<ReportedObject> applied =
        all.stream().filter(object -> object.end() != End.PRUNED).toList();
    List<ReportedObject> pruned =
        all.stream().filter(object -> object.end() == End.PRUNED).toList();
    var phases = new ArrayList<PlanPhase>();
    switch (order) {
      case INPUT -> phases.add(new PlanPhase("", changing(applied)));
      case DEPENDENCIES -> phases.addAll(new Phases(applied, awaited).all());
    }
    phases.add(new PlanPhase("", pruned));
    phases.removeIf(phase -> phase.objects().isEmpty());
    return phases;
  }

  private static List<ReportedObject> changing(List<ReportedObject> objects) {
    return objects.stream().filter(object -> object.end() != End.UNCHANGED).toList();
  }

  /// Finds the reasons of all waits. A state is named only where it is waited for first.
  private static final class Phases {
    private final List<ReportedObject> objects;
    private final PlanText.Awaited awaited;
    private final DependencyGraph graph;
    private final CustomTypes types;
    private final Map<ObjectKey, ReportedObject> known = new HashMap<>();
    private final Set<String> met = new HashSet<>();

    Phases(List<ReportedObject> objects, PlanText.Awaited awaited) {
      List<KubeObject> trees = objects.stream().map(ReportedObject::object).toList();
      this.objects = objects;
      this.awaited = awaited;
      this.graph = DependencyGraph.ofLive(trees);
      this.types = CustomTypes.of(trees);
      objects.forEach(object -> known.put(object.object().key(), object));
    }

    List<PlanPhase> all() {
      var phases = new ArrayList<PlanPhase>();
      boolean first = true;
      for (List<ReportedObject> wave :
          Order.DEPENDENCIES.waves(objects, ReportedObject::object, graph)) {
        List<ReportedObject> changing = changing(wave);
        String waits =
            first
                ? ""
                : awaited == PlanText.Awaited.ALL_READY
                    ? "all objects before are ready"
                    : String.join(" and ", waits(changing));
        first = false;
        phases.add(new PlanPhase(waits, changing));
      }
      return phases;
    }

    private List<String> waits(List<ReportedObject> wave) {
      var namespaces = new LinkedHashSet<String>();
      var served = new LinkedHashSet<String>();
      var dependencies = new LinkedHashSet<String>();
      for (ReportedObject each : wave) {
        KubeObject object = each.object();
        var namespace = new ObjectKey("", "Namespace", "", object.namespace());
        if (isNew(known.get(namespace))) {
          namespaces.add(object.namespace());
        }
        if (isNewType(each)) {
          served.add(object.gvk().groupKind());
        }
        graph.named(object.key()).stream()
            .filter(this::isAwaited)
            .map(named -> state(named, object.key()))
            .forEach(dependencies::add);
      }
      var waits = new ArrayList<String>();
      add(waits, namespaces, "Namespace ", " exists", "Namespaces ", " exist");
      add(waits, served, "the server serves ", "", "the server serves ", "");
      add(waits, dependencies, "", "", "", "");
      return waits;
    }

    private void add(
        List<String> waits,
        Collection<String> names,
        String one,
        String oneIs,
        String several,
        String are) {
      List<String> open = names.stream().filter(name -> met.add(one + name)).toList();
      int more = open.size() - NAMED;
      String text =
          open.stream()
              .limit(NAMED)
              .collect(Collectors.joining(", ", "", more > 0 ? " and " + more + " more" : ""));
      if (open.size() == 1) {
        waits.add(one + text + oneIs);
      } else if (open.size() > 1) {
        waits.add(several + text + are);
      }
    }

    private static boolean isNew(@Nullable ReportedObject object) {
      return object != null && (object.end() == End.CREATED || object.end() == End.RECREATED);
    }

    /// Whether the server serves the type of an object only after a definition before it.
    private boolean isNewType(ReportedObject each) {
      Gvk type = each.object().gvk();
      ReportedObject definition =
          types.find(type).map(found -> known.get(found.definition())).orElse(null);
      String version = "spec.versions[name=" + type.version() + "]";
      return isNew(definition)
          || (definition != null
              && each.end() == End.CREATED
              && definition.fields().stream()
                  .filter(FieldExplanation::changes)
                  .map(FieldExplanation::path)
                  .anyMatch(path -> path.equals(version) || path.equals(version + ".served")));
    }

    private boolean isAwaited(ObjectKey named) {
      ReportedObject object = known.get(named);
      return object != null
          && (awaited == PlanText.Awaited.DEPENDENCIES_READY || object.end() != End.UNCHANGED);
    }

    private String state(ObjectKey named, ObjectKey dependent) {
      String state = awaited == PlanText.Awaited.APPLIED ? " is applied" : " is ready";
      return named.subject() + state + " (" + dependent.subject() + " depends on it)";
    }
  }
}
