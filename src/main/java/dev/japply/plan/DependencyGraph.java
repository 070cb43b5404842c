package dev.japply.plan;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Order.Wave;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/// The dependency graph of a set of objects, and the [Wave] of each. An object is applied in the
/// wave of its type, or later, after its dependencies, its namespace and its type.
///
/// A set without dependencies costs one look at each object.
public final class DependencyGraph {
  public static final DependencyGraph NONE = new DependencyGraph(Map.of(), Map.of(), List.of());

  private final Map<ObjectKey, Wave> waves;
  private final Map<ObjectKey, List<ObjectKey>> named;
  private final List<Outside> outside;

  private DependencyGraph(
      Map<ObjectKey, Wave> waves, Map<ObjectKey, List<ObjectKey>> named, List<Outside> outside) {
    this.waves = waves;
    this.named = named;
    this.outside = List.copyOf(outside);
  }

  /// An object of the set depends on one that is not in it.
  public record Outside(KubeObject object, ObjectKey dependency) {
    public Problem problem(String what, String hint) {
      return DependsOn.problem(
          object, "its dependency %s %s".formatted(dependency.subject(), what), hint);
    }
  }

  /// Returns the graph of `objects`.
  ///
  /// @throws JapplyException if an annotation is malformed, or the objects form a dependency cycle
  public static DependencyGraph of(List<KubeObject> objects) {
    var problems = new ArrayList<Problem>();
    DependencyGraph graph = read(objects, problems);
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
    return graph;
  }

  /// Returns the graph of live objects. Invalid dependencies are ignored, since the user cannot
  /// correct them.
  public static DependencyGraph ofLive(List<KubeObject> objects) {
    return read(objects, new ArrayList<>());
  }

  /// Returns `object` with only those fields of `tree` that the order depends on: the annotation,
  /// and the types that a CustomResourceDefinition defines.
  public static KubeObject ordered(KubeObject object, MapValue tree) {
    MapValue identity = object.gvk().named(object.namespace(), object.name());
    MapValue metadata = identity.map("metadata");
    if (tree.map("metadata").map("annotations").get(DependsOn.KEY) instanceof Value named) {
      metadata = metadata.with("annotations", MapValue.EMPTY.with(DependsOn.KEY, named));
    }
    MapValue ordered = identity.with("metadata", metadata);
    boolean defines = CustomTypes.isDefinition(object.key());
    return object.withTree(
        defines && tree.get("spec") instanceof Value spec ? ordered.with("spec", spec) : ordered);
  }

  private static DependencyGraph read(List<KubeObject> objects, List<Problem> problems) {
    return objects.stream().anyMatch(DependsOn::isNamed)
        ? new Builder(objects, problems).build()
        : NONE;
  }

  /// Checks whether the graph has no dependencies.
  public boolean isEmpty() {
    return waves.isEmpty();
  }

  /// Returns the objects of the set that an object names.
  public List<ObjectKey> named(ObjectKey object) {
    return named.getOrDefault(object, List.of());
  }

  /// Returns the dependencies that are not in the set.
  public List<Outside> outside() {
    return outside;
  }

  Wave wave(KubeObject object) {
    Wave known = waves.isEmpty() ? null : waves.get(object.key());
    return known == null ? Wave.of(object.gvk()) : known;
  }

  /// Builds a graph and finds cycles, by removing nodes without dependencies one after the other.
  private static final class Builder {
    private final List<KubeObject> objects;
    private final List<Problem> problems;
    private final CustomTypes types;
    private final Map<ObjectKey, GraphNode> nodes = new LinkedHashMap<>();
    private final Map<ObjectKey, List<ObjectKey>> named = new HashMap<>();
    private final List<Outside> outside = new ArrayList<>();
    private final Deque<GraphNode> free = new ArrayDeque<>();

    Builder(List<KubeObject> objects, List<Problem> problems) {
      this.objects = objects;
      this.problems = problems;
      this.types = CustomTypes.of(objects);
    }

    DependencyGraph build() {
      objects.forEach(object -> nodes.computeIfAbsent(object.key(), key -> new GraphNode(object)));
      objects.forEach(this::tie);
      nodes.values().stream().filter(GraphNode::isFree).forEach(free::add);
      untie();
      for (GraphNode node : nodes.values()) {
        if (!node.isDone()) {
          breakCycle(node);
          untie();
        }
      }
      var waves = new HashMap<ObjectKey, Wave>();
      nodes.forEach((key, node) -> waves.put(key, node.wave()));
      return new DependencyGraph(waves, named, outside);
    }

    private void tie(KubeObject object) {
      GraphNode node = Objects.requireNonNull(nodes.get(object.key()));
      for (ObjectKey key : named(object)) {
        GraphNode needed = nodes.get(key);
        if (needed == null) {
          outside.add(new Outside(object, key));
        } else {
          node.need(needed, "");
          named.computeIfAbsent(object.key(), none -> new ArrayList<>()).add(key);
        }
      }
      if (!object.namespace().isEmpty()) {
        needIfThere(node, new ObjectKey("", "Namespace", "", object.namespace()), "its namespace ");
      }
      types.find(object.gvk()).ifPresent(type -> needIfThere(node, type.definition(), "its type "));
    }

    private List<ObjectKey> named(KubeObject object) {
      try {
        return DependsOn.of(object);
      } catch (JapplyException e) {
        problems.addAll(e.problems());
        return List.of();
      }
    }

    private void needIfThere(GraphNode node, ObjectKey key, String how) {
      GraphNode needed = nodes.get(key);
      if (needed != null) {
        node.need(needed, how);
      }
    }

    private void untie() {
      while (!free.isEmpty()) {
        free.addAll(free.remove().release());
      }
    }

    /// Finds a cycle that `node` is in or leads to, and breaks it.
    private void breakCycle(GraphNode node) {
      DependencyCycle circle = DependencyCycle.from(node);
      problems.add(circle.problem());
      free.addAll(circle.open());
    }
  }

  /// Objects in a dependency cycle: each depends on the next, and the last on the first.
  private record DependencyCycle(List<GraphNode> nodes) {
    /// The maximum number of objects in the message.
    private static final int NAMED = 12;

    /// Returns the cycle that is reached from `start` along unfinished dependencies.
    static DependencyCycle from(GraphNode start) {
      var path = new LinkedHashSet<GraphNode>();
      GraphNode next = start;
      while (path.add(next)) {
        next = next.waitedFor().orElseThrow();
      }
      List<GraphNode> all = List.copyOf(path);
      return new DependencyCycle(all.subList(all.indexOf(next), all.size()));
    }

    /// Breaks the cycle and returns the nodes that waited only for that.
    List<GraphNode> open() {
      var freed = new ArrayList<GraphNode>();
      nodes.forEach(node -> freed.addAll(node.release()));
      freed.removeIf(GraphNode::isDone);
      return freed;
    }

    /// `ConfigMap a (m.yaml:1) → ConfigMap b (m.yaml:9) → ConfigMap a`.
    Problem problem() {
      var path = new ArrayList<String>();
      GraphNode last = nodes.getLast();
      for (int i = 0; i < Math.min(nodes.size(), NAMED); i++) {
        GraphNode node = nodes.get(i);
        String how = i == 0 ? "" : nodes.get(i - 1).how(node);
        path.add(how + name(node) + place(node.object().origin()));
      }
      if (nodes.size() > NAMED) {
        path.add((nodes.size() - NAMED) + " more");
      }
      GraphNode first = nodes.getFirst();
      path.add(last.how(first) + name(first));
      return DependsOn.problem(
          first.object(),
          "a dependency cycle: " + String.join(" → ", path),
          "no order can satisfy that");
    }

    private static String place(Origin origin) {
      return origin.equals(Origin.NONE) ? "" : " (" + origin + ")";
    }

    private static String name(GraphNode node) {
      return node.object().key().subject();
    }
  }

  /// An object in a graph under construction.
  private static final class GraphNode {
    private final KubeObject object;
    private final List<GraphNode> dependents = new ArrayList<>();

    /// The dependencies, with the text in front of their names; empty for those that the object
    /// names itself.
    private final SequencedMap<GraphNode, String> needed = new LinkedHashMap<>();

    private Wave wave;
    private int open;
    private boolean done;

    GraphNode(KubeObject object) {
      this.object = object;
      this.wave = Wave.of(object.gvk());
    }

    KubeObject object() {
      return object;
    }

    Wave wave() {
      return wave;
    }

    /// Checks whether all dependencies are done.
    boolean isFree() {
      return open == 0;
    }

    boolean isDone() {
      return done;
    }

    void need(GraphNode other, String how) {
      if (needed.putIfAbsent(other, how) == null) {
        other.dependents.add(this);
        open++;
      }
    }

    /// Returns the text in front of the name of `other`.
    String how(GraphNode other) {
      return needed.getOrDefault(other, "");
    }

    /// Returns a dependency that is not done; empty if all are done.
    Optional<GraphNode> waitedFor() {
      return needed.keySet().stream().filter(other -> !other.done).findFirst();
    }

    /// Marks the node as done and returns the nodes that waited only for it.
    List<GraphNode> release() {
      done = true;
      var freed = new ArrayList<GraphNode>();
      for (GraphNode dependent : dependents) {
        dependent.wave = dependent.wave.after(wave);
        dependent.open--;
        if (dependent.isFree() && !dependent.done) {
          freed.add(dependent);
        }
      }
      return freed;
    }
  }

  /// Reader of kpt's depends-on annotation: references separated by commas, each
  /// `GROUP/namespaces/NAMESPACE/KIND/NAME`, or `GROUP/KIND/NAME` for a cluster-scoped object.
  ///
  /// <https://kpt.dev/reference/annotations/depends-on/>
  static final class DependsOn {
    static final String KEY = "config.kubernetes.io/depends-on";

    private static final FieldPath PLACE =
        FieldPath.root().key("metadata").key("annotations").key(KEY);

    private static final String FORM =
        "write GROUP/namespaces/NAMESPACE/KIND/NAME, or GROUP/KIND/NAME for an object of the whole"
            + " cluster, with commas between several; the GROUP of the core types is empty, as in"
            + " /namespaces/shop/Secret/db";

    private DependsOn() {}

    /// Checks whether an object has the annotation.
    static boolean isNamed(KubeObject object) {
      return !(annotation(object) instanceof Missing);
    }

    private static Node annotation(KubeObject object) {
      return object.tree().map("metadata").map("annotations").get(KEY);
    }

    /// Returns the objects that an object depends on.
    ///
    /// @throws JapplyException if the annotation is malformed
    static List<ObjectKey> of(KubeObject object) {
      return switch (annotation(object)) {
        case Missing none -> List.of();
        case StringValue(String text) ->
            Arrays.stream(text.split(",", -1)).map(one -> reference(object, one.strip())).toList();
        case Node other -> throw malformed(object, "it is no text");
      };
    }

    private static ObjectKey reference(KubeObject object, String text) {
      String[] parts = text.split("/", -1);
      boolean placed = parts.length == 5 && parts[1].equals("namespaces");
      if (!placed && parts.length != 3) {
        throw malformed(object, "\"" + text + "\" names no object");
      }
      var key =
          placed
              ? new ObjectKey(parts[0], parts[3], parts[2], parts[4])
              : new ObjectKey(parts[0], parts[1], "", parts[2]);
      if (key.kind().isEmpty() || key.name().isEmpty() || (placed && key.namespace().isEmpty())) {
        throw malformed(object, "\"" + text + "\" names no object");
      }
      return key;
    }

    private static JapplyException malformed(KubeObject object, String what) {
      return new JapplyException(problem(object, what, FORM));
    }

    static Problem problem(KubeObject object, String what, String hint) {
      return Problem.error(
          object.positions().apply(PLACE), object.key().subject(), KEY + ": " + what, hint);
    }
  }
}
