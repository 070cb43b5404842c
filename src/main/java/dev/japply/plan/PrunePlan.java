package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.problem.Origin;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Which live objects go, since they were applied once and are no longer desired.
///
/// @param objects those that go, in the order in which they do
/// @param spared Namespaces and definitions of types that would go, but for objects that stay
/// @param kept objects that would go, but for their [PruneProtection]
public record PrunePlan(List<MapValue> objects, List<MapValue> spared, List<MapValue> kept) {

  public PrunePlan {
    objects = List.copyOf(objects);
    spared = List.copyOf(spared);
    kept = List.copyOf(kept);
  }

  /// What is desired.
  ///
  /// @param uids the objects that were applied
  /// @param namespaces the Namespaces that must stay since they are in them
  public record Desired(Set<String> uids, Set<String> namespaces) {
    public Desired {
      uids = Set.copyOf(uids);
      namespaces = Set.copyOf(namespaces);
    }
  }

  /// Who decides about what is no longer desired.
  public enum Protection {
    /// The object itself, which may say that it stays.
    HEEDED,
    /// Nobody, as in kubectl: it goes.
    PASSED_OVER
  }

  /// In which order objects go.
  public enum Sequence {
    /// What needs others goes before them: [Wave] from the last to the first.
    DEPENDENTS_FIRST,
    /// As they were found, as kubectl does.
    AS_FOUND
  }

  /// What goes of `found`; each object once, however often it was found.
  public static PrunePlan of(
      List<MapValue> found, Desired desired, Sequence sequence, Protection protection) {
    var seen = new HashSet<>(desired.uids());
    var going = new ArrayList<MapValue>();
    var kept = new ArrayList<MapValue>();
    for (MapValue object : found) {
      if (seen.add(uid(object))) {
        boolean stays = protection == Protection.HEEDED && PruneProtection.of(object).isPresent();
        (stays ? kept : going).add(object);
      }
    }
    var objects = new ArrayList<MapValue>();
    var spared = new ArrayList<MapValue>();
    for (MapValue object : going) {
      boolean needed = holds(object, desired.namespaces()) || takesAlong(object, kept);
      (needed ? spared : objects).add(object);
    }
    return new PrunePlan(inSequence(objects, sequence), spared, kept);
  }

  /// What is no longer desired, and stays all the same.
  public List<MapValue> staying() {
    return Stream.concat(spared.stream(), kept.stream()).toList();
  }

  /// Whether one of [#kept] would go with an object.
  public boolean takesKeptAlong(MapValue object) {
    return takesAlong(object, kept);
  }

  /// What is to be done with [#objects].
  public List<PlannedObject> planned() {
    return objects.stream()
        .map(object ->
            new PlannedObject(
                KubeObject.of(object, Origin.NONE),
                new Action.Delete(uid(object)),
                object,
                MISSING))
        .toList();
  }

  /// Whether an object was applied by client-side apply: it has its annotation.
  public static boolean isApplied(MapValue object) {
    return object.map("metadata").map("annotations").has(LastApplied.KEY);
  }

  /// The server's own name of an object.
  public static String uid(MapValue object) {
    return object.map("metadata").text("uid");
  }

  private static boolean holds(MapValue object, Set<String> namespaces) {
    return Gvk.of(object).groupKind().equals("Namespace")
        && namespaces.contains(object.map("metadata").text("name"));
  }

  private static boolean takesAlong(MapValue object, List<MapValue> kept) {
    String name = object.map("metadata").text("name");
    return switch (Gvk.of(object).groupKind()) {
      case "Namespace" ->
          kept.stream().anyMatch(each -> each.map("metadata").text("namespace").equals(name));
      case "CustomResourceDefinition.apiextensions.k8s.io" -> {
        String type = definedType(object);
        yield kept.stream().anyMatch(each -> Gvk.of(each).groupKind().equals(type));
      }
      default -> false;
    };
  }

  /// The type that a CustomResourceDefinition defines.
  private static String definedType(MapValue definition) {
    MapValue spec = definition.map("spec");
    return new Gvk(spec.text("group"), "", spec.map("names").text("kind")).groupKind();
  }

  private static List<MapValue> inSequence(List<MapValue> objects, Sequence sequence) {
    return switch (sequence) {
      case AS_FOUND -> objects;
      case DEPENDENTS_FIRST -> {
        List<KubeObject> going =
            objects.stream().map(object -> KubeObject.of(object, Origin.NONE)).toList();
        DependencyGraph graph = DependencyGraph.ofLive(going);
        yield going.stream()
            .sorted(Comparator.comparing(graph::wave).reversed())
            .map(KubeObject::tree)
            .toList();
      }
    };
  }
}
