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

/// Which live objects go, since they were applied once and are no longer desired.
///
/// @param objects those that go, in the order in which they do
/// @param spared Namespaces that would go, but for the desired objects in them
public record PrunePlan(List<MapValue> objects, List<MapValue> spared) {
  /// Nothing goes.
  static final PrunePlan NOTHING = new PrunePlan(List.of(), List.of());

  public PrunePlan {
    objects = List.copyOf(objects);
    spared = List.copyOf(spared);
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

  /// In which order objects go.
  public enum Sequence {
    /// What needs others goes before them: [Rank] from the last to the first.
    DEPENDENTS_FIRST,
    /// As they were found, as kubectl does.
    AS_FOUND
  }

  /// What goes of `found`; each object once, however often it was found.
  public static PrunePlan of(List<MapValue> found, Desired desired, Sequence sequence) {
    var objects = new ArrayList<MapValue>();
    var spared = new ArrayList<MapValue>();
    var seen = new HashSet<>(desired.uids());
    for (MapValue object : found) {
      if (seen.add(uid(object))) {
        (holds(object, desired.namespaces()) ? spared : objects).add(object);
      }
    }
    return new PrunePlan(inSequence(objects, sequence), spared);
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

  private static List<MapValue> inSequence(List<MapValue> objects, Sequence sequence) {
    return switch (sequence) {
      case AS_FOUND -> objects;
      case DEPENDENTS_FIRST ->
          objects.stream()
              .sorted(Comparator.comparing((MapValue object) -> Rank.of(Gvk.of(object))).reversed())
              .toList();
    };
  }
}
