package dev.japply.ready;

import static dev.japply.ready.Readiness.current;
import static dev.japply.ready.Readiness.failed;
import static dev.japply.ready.Readiness.inProgress;

import dev.japply.ready.ObjectStatus.Condition;
import dev.japply.tree.Value;
import java.util.Optional;

/// Readiness rules for workloads: all Pods are updated and available.
final class WorkloadRules {
  private static final String UNSEEN = "its controller has not seen it yet";
  private static final String ON_DELETE = "OnDelete";

  /// The value that disables the progress deadline; the controller then reports no progress.
  private static final long UNLIMITED = Integer.MAX_VALUE;

  private WorkloadRules() {}

  /// Checks the replica counts and the conditions `Progressing` and `Available`.
  static Readiness deployment(ObjectStatus object) {
    if (!object.reportsObservedGeneration()) {
      return inProgress(UNSEEN);
    }
    Optional<Condition> progressing = object.condition("Progressing");
    if (progressing.map(Condition::reason).orElse("").equals("ProgressDeadlineExceeded")) {
      return failed(progressing.orElseThrow().description());
    }
    long wanted = ObjectStatus.number(object.spec(), "replicas", 1);
    String counted = deploymentNumbers(object, wanted);
    if (!counted.isEmpty()) {
      boolean paused = object.spec().get("paused").equals(Value.TRUE);
      String refused = refusal(object).map(condition -> "; " + condition.description()).orElse("");
      return inProgress(counted + (paused ? "; it is paused" : "") + refused);
    }
    boolean limited =
        ObjectStatus.number(object.spec(), "progressDeadlineSeconds", UNLIMITED) < UNLIMITED;
    boolean complete =
        progressing
            .filter(condition ->
                condition.isTrue() && condition.reason().equals("NewReplicaSetAvailable"))
            .isPresent();
    if (limited && !complete) {
      return inProgress("its new ReplicaSet is not available yet");
    }
    return object.has("Available")
        ? current(replicas(wanted, wanted, "available"))
        : inProgress("it is not available yet");
  }

  /// Describes the missing replicas of a Deployment; empty if there are none.
  private static String deploymentNumbers(ObjectStatus object, long wanted) {
    long updated = object.count("updatedReplicas");
    long all = object.count("replicas");
    if (updated < wanted) {
      return replicas(updated, wanted, "updated");
    }
    if (all > wanted) {
      return old(all - wanted);
    }
    if (object.count("availableReplicas") < wanted) {
      return replicas(object.count("availableReplicas"), wanted, "available");
    }
    return object.count("readyReplicas") < wanted
        ? replicas(object.count("readyReplicas"), wanted, "ready")
        : "";
  }

  /// Checks the replica counts alone. With the strategy `OnDelete`, old Pods count as updated,
  /// because only a user replaces them.
  static Readiness statefulSet(ObjectStatus object) {
    if (!object.reportsObservedGeneration()) {
      return inProgress(UNSEEN);
    }
    long wanted = ObjectStatus.number(object.spec(), "replicas", 1);
    long ready = object.count("readyReplicas");
    if (ready < wanted) {
      return inProgress(replicas(ready, wanted, "ready"));
    }
    if (object.count("replicas") > wanted) {
      return inProgress(old(object.count("replicas") - wanted));
    }
    long settled = ObjectStatus.number(object.spec(), "minReadySeconds", 0);
    if (settled > 0 && object.count("availableReplicas") < wanted) {
      return inProgress(replicas(object.count("availableReplicas"), wanted, "available"));
    }
    var strategy = object.spec().map("updateStrategy");
    if (strategy.text("type").equals(ON_DELETE)) {
      return current(replicas(wanted, wanted, "ready"));
    }
    long kept = ObjectStatus.number(strategy.map("rollingUpdate"), "partition", 0);
    long renewed = Math.max(0, wanted - kept);
    long updated = object.count("updatedReplicas");
    return updated < renewed
        ? inProgress(replicas(updated, renewed, "updated"))
        : current(replicas(wanted, wanted, "ready"));
  }

  /// Checks the Pod counts; the controller reports the desired number.
  static Readiness daemonSet(ObjectStatus object) {
    if (!object.reportsObservedGeneration()) {
      return inProgress(UNSEEN);
    }
    long wanted = object.count("desiredNumberScheduled");
    boolean renewed = !object.spec().map("updateStrategy").text("type").equals(ON_DELETE);
    if (object.count("currentNumberScheduled") < wanted) {
      return inProgress(pods(object.count("currentNumberScheduled"), wanted, "scheduled"));
    }
    if (renewed && object.count("updatedNumberScheduled") < wanted) {
      return inProgress(pods(object.count("updatedNumberScheduled"), wanted, "updated"));
    }
    if (object.count("numberAvailable") < wanted) {
      return inProgress(pods(object.count("numberAvailable"), wanted, "available"));
    }
    return object.count("numberReady") < wanted
        ? inProgress(pods(object.count("numberReady"), wanted, "ready"))
        : current(pods(wanted, wanted, "available"));
  }

  /// Checks the replica counts, also for a ReplicationController.
  static Readiness replicaSet(ObjectStatus object) {
    if (!object.reportsObservedGeneration()) {
      return inProgress(UNSEEN);
    }
    long wanted = ObjectStatus.number(object.spec(), "replicas", 1);
    Optional<Condition> refusal = refusal(object);
    if (refusal.isPresent()) {
      return inProgress(refusal.get().description());
    }
    long labelled = object.count("fullyLabeledReplicas");
    if (labelled < wanted) {
      return inProgress(replicas(labelled, wanted, "there with all labels"));
    }
    if (object.count("availableReplicas") < wanted) {
      return inProgress(replicas(object.count("availableReplicas"), wanted, "available"));
    }
    if (object.count("readyReplicas") < wanted) {
      return inProgress(replicas(object.count("readyReplicas"), wanted, "ready"));
    }
    return object.count("replicas") > wanted
        ? inProgress(old(object.count("replicas") - wanted))
        : current(replicas(wanted, wanted, "available"));
  }

  /// Returns the condition that reports the rejection of Pods, for example by a quota; empty if
  /// there is none.
  private static Optional<Condition> refusal(ObjectStatus object) {
    return object.condition("ReplicaFailure").filter(Condition::isTrue);
  }

  private static String replicas(long some, long all, String what) {
    return "%d of %d replicas %s".formatted(some, all, what);
  }

  private static String pods(long some, long all, String what) {
    return "%d of %d Pods %s".formatted(some, all, what);
  }

  private static String old(long count) {
    return count == 1 ? "1 replica too many is still there" : count + " replicas too many";
  }
}
