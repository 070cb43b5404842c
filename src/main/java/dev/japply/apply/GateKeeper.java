package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.DependencyGraph;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Lets an object pass the [Gate] of a run when what it waits for is ready. What was not ready in
/// time is not waited for again, and what waits for it is left alone.
final class GateKeeper {
  private final Gate gate;
  private final DependencyGraph graph;

  /// What was applied and not waited for yet.
  private final SequencedMap<ObjectKey, ResolvedObject> applied = new LinkedHashMap<>();

  /// What nothing can wait for any longer, and why, in words that follow its name.
  private final Map<ObjectKey, String> hopeless = new HashMap<>();

  /// The first that could not be applied; null for none.
  private @Nullable ObjectKey failed;

  /// Why nothing more is applied; null as long as something is.
  private @Nullable String closed;

  GateKeeper(Gate gate, DependencyGraph graph) {
    this.gate = gate;
    this.graph = graph;
  }

  /// Waits for what the objects of `stage` wait for; all before them were tried.
  void open(List<ResolvedObject> stage) {
    if (failed != null && gate.closesAfterFailure()) {
      close(failed, "could not be applied");
    }
    List<ResolvedObject> awaited = awaited(stage);
    if (closed != null || awaited.isEmpty()) {
      return;
    }
    for (ResolvedObject late : gate.await(awaited)) {
      ObjectKey key = late.desired().key();
      hopeless.put(key, "is not ready");
      close(key, "is not ready");
    }
  }

  private synchronized List<ResolvedObject> awaited(List<ResolvedObject> stage) {
    var awaited = new ArrayList<ResolvedObject>();
    if (gate.isForAll()) {
      awaited.addAll(applied.values());
      applied.clear();
      return awaited;
    }
    for (ResolvedObject target : stage) {
      for (ObjectKey named : graph.named(target.desired().key())) {
        ResolvedObject before = applied.remove(named);
        if (before != null) {
          awaited.add(before);
        }
      }
    }
    return awaited;
  }

  private void close(ObjectKey key, String why) {
    if (gate.isForAll() && closed == null) {
      closed = key.subjectInNamespace() + ", which comes before it, " + why;
    }
  }

  /// Whether nothing more is applied.
  boolean isClosed() {
    return closed != null;
  }

  /// Why an object is left alone; empty when it may pass.
  synchronized Optional<Problem> held(KubeObject object) {
    String why = closed;
    for (ObjectKey named : graph.named(object.key())) {
      if (why == null && hopeless.containsKey(named)) {
        why = named.subjectInNamespace() + ", on which it depends, " + hopeless.get(named);
      }
    }
    if (why == null) {
      return Optional.empty();
    }
    hopeless.put(object.key(), "was not applied");
    return Optional.of(
        Problem.error(
            object.origin(), object.key().subject(), "not applied: " + why, "apply again"));
  }

  /// Takes note of how an object ended.
  synchronized void note(ResolvedObject target, Event.Ended end) {
    ObjectKey key = target.desired().key();
    if (end instanceof Event.Applied) {
      applied.put(key, target);
    } else if (failed == null) {
      failed = key;
    }
  }
}
