package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.SecretCopies;
import dev.japply.problem.Origin;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The live objects to delete because they were applied once and are no longer desired.
///
/// @param objects the objects to delete, in this order
/// @param spared Namespaces and type definitions that are kept because objects in them are kept
/// @param kept objects that their [PruneProtection] keeps
/// @param leaving objects that another ApplySet takes over
public record PrunePlan(
    List<MapValue> objects, List<MapValue> spared, List<MapValue> kept, List<MapValue> leaving) {
  /// Creates a plan without objects that leave.
  public PrunePlan(List<MapValue> objects, List<MapValue> spared, List<MapValue> kept) {
    this(objects, spared, kept, List.of());
  }

  public PrunePlan {
    objects = List.copyOf(objects);
    spared = List.copyOf(spared);
    kept = List.copyOf(kept);
    leaving = List.copyOf(leaving);
  }

  /// The desired objects.
  ///
  /// @param uids the uids of the applied objects
  /// @param namespaces the Namespaces that contain them
  /// @param leaves selects other objects that stay, since another ApplySet takes them over
  public record Desired(Set<String> uids, Set<String> namespaces, Predicate<MapValue> leaves) {
    /// Desired objects without others that leave.
    public Desired(Set<String> uids, Set<String> namespaces) {
      this(uids, namespaces, object -> false);
    }

    public Desired {
      uids = Set.copyOf(uids);
      namespaces = Set.copyOf(namespaces);
    }
  }

  /// Handling of annotations that protect an object.
  public enum Protection {
    /// Protected objects are kept.
    HEEDED,
    /// Protection is ignored, as in kubectl.
    PASSED_OVER
  }

  /// The order of deletions.
  public enum Sequence {
    /// Dependent objects before their dependencies: [Order.Wave] from the last to the first.
    DEPENDENTS_FIRST,
    /// The order of listing, as in kubectl.
    AS_FOUND
  }

  /// Returns the plan for `found`, with each object once.
  public static PrunePlan of(
      List<MapValue> found, Desired desired, Sequence sequence, Protection protection) {
    var seen = new HashSet<>(desired.uids());
    var going = new ArrayList<MapValue>();
    var kept = new ArrayList<MapValue>();
    var leaving = new ArrayList<MapValue>();
    for (MapValue object : found) {
      boolean isNew = seen.add(LiveMetadata.uid(object));
      if (isNew && desired.leaves().test(object)) {
        leaving.add(object);
      } else if (isNew) {
        boolean stays = protection == Protection.HEEDED && PruneProtection.of(object).isPresent();
        (stays ? kept : going).add(object);
      }
    }
    var objects = new ArrayList<MapValue>();
    var spared = new ArrayList<MapValue>();
    for (MapValue object : going) {
      boolean needed =
          holds(object, desired.namespaces())
              || takesAlong(object, kept)
              || takesAlong(object, leaving);
      (needed ? spared : objects).add(object);
    }
    return new PrunePlan(inSequence(objects, sequence), spared, kept, leaving);
  }

  /// Returns the objects that are kept although they are no longer desired.
  public List<MapValue> staying() {
    return Stream.of(spared, kept, leaving).flatMap(List::stream).toList();
  }

  /// Checks whether deleting an object would also delete one of [#kept] or [#leaving].
  public boolean takesKeptAlong(MapValue object) {
    return takesAlong(object, kept) || takesAlong(object, leaving);
  }

  /// Returns the planned deletions of [#objects].
  ///
  /// @param copies values of other Secrets of the run, which these objects may repeat
  public List<PlannedObject> planned(SecretCopies copies) {
    SecretCopies all = copies.and(SecretCopies.fromSecrets(objects.stream()));
    return objects.stream()
        .map(object ->
            new PlannedObject(
                new KubeObject(object, Origin.NONE, path -> Origin.NONE, all),
                new Action.Delete(LiveMetadata.uid(object)),
                object,
                MISSING))
        .toList();
  }

  /// Checks whether an object has the annotation of client-side apply.
  public static boolean isApplied(MapValue object) {
    return object.map("metadata").map("annotations").has(LastApplied.KEY);
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
        String type = definedType(object).groupKind();
        yield kept.stream().anyMatch(each -> Gvk.of(each).groupKind().equals(type));
      }
      default -> false;
    };
  }

  /// Returns the type that a CustomResourceDefinition defines, without a version.
  static Gvk definedType(MapValue definition) {
    MapValue spec = definition.map("spec");
    return new Gvk(spec.text("group"), "", spec.map("names").text("kind"));
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
