package dev.japply.plan;

import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// An object of a [DependencyGraph] that is being made.
final class DependencyNode {
  private final KubeObject object;
  private final List<DependencyNode> dependents = new ArrayList<>();

  /// What it needs, and what that is to it, in front of its name; empty for what it names itself.
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

  /// Whether all that it needs is done.
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

  /// What `other` is to it.
  String how(DependencyNode other) {
    return needed.getOrDefault(other, "");
  }

  /// Something that it needs, and that is not done.
  Optional<DependencyNode> waitedFor() {
    return needed.keySet().stream().filter(other -> !other.done).findFirst();
  }

  /// Takes it for done; the answer is what only waited for that.
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
