package dev.japply.plan;

import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Node of a [DependencyGraph] under construction.
final class DependencyNode {
  private final KubeObject object;
  private final List<DependencyNode> dependents = new ArrayList<>();

  /// The dependencies, with the text in front of their names; empty for those that the object names
  /// itself.
  private final SequencedMap<DependencyNode, String> needed = new LinkedHashMap<>();

  private Wave wave;
  private int open;
  private boolean done;

  DependencyNode(KubeObject object) {
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

  void need(DependencyNode other, String how) {
    if (needed.putIfAbsent(other, how) == null) {
      other.dependents.add(this);
      open++;
    }
  }

  /// Returns the text in front of the name of `other`.
  String how(DependencyNode other) {
    return needed.getOrDefault(other, "");
  }

  /// Returns a dependency that is not done; empty if all are done.
  Optional<DependencyNode> waitedFor() {
    return needed.keySet().stream().filter(other -> !other.done).findFirst();
  }

  /// Marks the node as done and returns the nodes that waited only for it.
  List<DependencyNode> release() {
    done = true;
    var freed = new ArrayList<DependencyNode>();
    for (DependencyNode dependent : dependents) {
      dependent.wave = dependent.wave.after(wave);
      dependent.open--;
      if (dependent.isFree() && !dependent.done) {
        freed.add(dependent);
      }
    }
    return freed;
  }
}
