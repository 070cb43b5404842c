package dev.japply.plan;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Objects in a dependency cycle: each depends on the next, and the last on the first.
record DependencyCycle(List<DependencyNode> nodes) {
  /// The maximum number of objects in the message.
  private static final int NAMED = 12;

  /// Returns the cycle that is reached from `start` along unfinished dependencies.
  static DependencyCycle from(DependencyNode start) {
    var path = new LinkedHashSet<DependencyNode>();
    DependencyNode next = start;
    while (path.add(next)) {
      next = next.waitedFor().orElseThrow();
    }
    List<DependencyNode> all = List.copyOf(path);
    return new DependencyCycle(all.subList(all.indexOf(next), all.size()));
  }

  /// Breaks the cycle and returns the nodes that waited only for that.
  List<DependencyNode> open() {
    var freed = new ArrayList<DependencyNode>();
    nodes.forEach(node -> freed.addAll(node.release()));
    freed.removeIf(DependencyNode::isDone);
    return freed;
  }

  /// `ConfigMap a (m.yaml:1) → ConfigMap b (m.yaml:9) → ConfigMap a`.
  Problem problem() {
    var path = new ArrayList<String>();
    DependencyNode last = nodes.getLast();
    for (int i = 0; i < Math.min(nodes.size(), NAMED); i++) {
      DependencyNode node = nodes.get(i);
      String how = i == 0 ? "" : nodes.get(i - 1).how(node);
      path.add(how + name(node) + place(node.object().origin()));
    }
    if (nodes.size() > NAMED) {
      path.add((nodes.size() - NAMED) + " more");
    }
    DependencyNode first = nodes.getFirst();
    path.add(last.how(first) + name(first));
    return DependsOn.problem(
        first.object(),
        "a dependency cycle: " + String.join(" → ", path),
        "no order can satisfy that");
  }

  private static String place(Origin origin) {
    return origin.equals(Origin.NONE) ? "" : " (" + origin + ")";
  }

  private static String name(DependencyNode node) {
    return node.object().key().subject();
  }
}
