package dev.japply.plan;

import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// An object of a [DependencyGraph] that is being made.
final class Knot {
  private final KubeObject object;
  private final List<Knot> dependents = new ArrayList<>();

  /// What it needs, and what that is to it, in front of its name; empty for what it names itself.
  private final SequencedMap<Knot, String> needed = new LinkedHashMap<>();

  private Stage stage;
  private int open;
  private boolean done;

  Knot(KubeObject object) {
    this.object = object;
    this.stage = Stage.of(object.gvk());
  }

  KubeObject object() {
    return object;
  }

  Stage stage() {
    return stage;
  }

  /// Whether all that it needs is done.
  boolean isFree() {
    return open == 0;
  }

  boolean isDone() {
    return done;
  }

  void need(Knot other, String how) {
    if (needed.putIfAbsent(other, how) == null) {
      other.dependents.add(this);
      open++;
    }
  }

  /// What `other` is to it.
  String how(Knot other) {
    return needed.getOrDefault(other, "");
  }

  /// Something that it needs, and that is not done.
  Optional<Knot> waitedFor() {
    return needed.keySet().stream().filter(other -> !other.done).findFirst();
  }

  /// Takes it for done; the answer is what only waited for that.
  List<Knot> release() {
    done = true;
    var freed = new ArrayList<Knot>();
    for (Knot dependent : dependents) {
      dependent.stage = dependent.stage.after(stage);
      dependent.open--;
      if (dependent.isFree() && !dependent.done) {
        freed.add(dependent);
      }
    }
    return freed;
  }
}
