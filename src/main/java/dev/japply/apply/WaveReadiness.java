package dev.japply.apply;

import dev.japply.apply.Apply.ReadinessWait;
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

/// Readiness between the waves of a run. An object that was not ready in time is not waited for
/// again, and the objects that need it are left alone.
final class WaveReadiness {
  private final ReadinessWait wait;
  private final Waits waits;
  private final DependencyGraph graph;

  /// Applied objects that nothing has waited for yet.
  private final SequencedMap<ObjectKey, ResolvedObject> applied = new LinkedHashMap<>();

  /// Objects that cannot become ready any longer, with the reason, in a text that follows the name.
  private final Map<ObjectKey, String> hopeless = new HashMap<>();

  /// The first that could not be applied; null for none.
  private @Nullable ObjectKey failed;

  /// The reason to apply nothing more; null if the run continues.
  private @Nullable String closed;

  /// Objects that wait.
  enum Waits {
    /// An object waits for the objects that it names as its dependencies.
    NAMED,

    /// Each wave waits for all objects of the one before. After a failure nothing more is applied.
    WAVES,

    /// Each wave waits for all objects of the one before, which may have failed.
    WAVES_PAST_FAILURES
  }

  WaveReadiness(ReadinessWait wait, Waits waits, DependencyGraph graph) {
    this.wait = wait;
    this.waits = waits;
    this.graph = graph;
  }

  /// Waits for the objects that `wave` needs; all before it were tried.
  void open(List<ResolvedObject> wave) {
    if (failed != null && waits == Waits.WAVES) {
      close(failed, "could not be applied");
    }
    List<ResolvedObject> awaited = awaited(wave);
    if (closed != null || awaited.isEmpty()) {
      return;
    }
    for (ResolvedObject late : wait.await(awaited)) {
      ObjectKey key = late.desired().key();
      hopeless.put(key, "is not ready");
      close(key, "is not ready");
    }
  }

  private synchronized List<ResolvedObject> awaited(List<ResolvedObject> wave) {
    var awaited = new ArrayList<ResolvedObject>();
    if (waits != Waits.NAMED) {
      awaited.addAll(applied.values());
      applied.clear();
      return awaited;
    }
    for (ResolvedObject target : wave) {
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
    if (waits != Waits.NAMED && closed == null) {
      closed = key.subject() + ", which comes before it, " + why;
    }
  }

  /// Whether nothing more is applied.
  boolean isClosed() {
    return closed != null;
  }

  /// Returns the reason to skip an object; empty if it can be applied.
  synchronized Optional<Problem> held(KubeObject object) {
    String why = closed;
    for (ObjectKey named : graph.named(object.key())) {
      if (why == null && hopeless.containsKey(named)) {
        why = "its dependency " + named.subject() + " " + hopeless.get(named);
      }
    }
    if (why == null) {
      return Optional.empty();
    }
    hopeless.put(object.key(), "was not applied");
    return Optional.of(object.error("not applied: " + why, "apply again"));
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
