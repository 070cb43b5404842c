package dev.japply.ready;

import dev.japply.ready.ReadyRules.PodFailure;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Why japply says something else of an object than kstatus; `docs/ready-evidence.md` lists them.
///
/// @param sentence of what they say different things, as in the docs
/// @param reason whether an object is like that
record KstatusDifference(String sentence, Predicate<ObjectStatus> reason) {
  static final List<KstatusDifference> ALL =
      List.of(
          new KstatusDifference(
              "a condition that is about an older generation",
              live -> conditions(live).stream().anyMatch(one -> isOld(live, one))),
          new KstatusDifference(
              "a controller that has seen a newer generation than the object has",
              live ->
                  live.count("observedGeneration") > live.generation() && live.generation() > 0),
          new KstatusDifference(
              "a Deployment, StatefulSet, ReplicaSet or PodDisruptionBudget that its controller has"
                  + " not seen",
              live ->
                  isA(live, "Deployment", "StatefulSet", "ReplicaSet", "PodDisruptionBudget")
                      && !live.reportsObservedGeneration()),
          new KstatusDifference(
              "a ReplicationController whose replicas are not available",
              live -> isA(live, "ReplicationController")),
          new KstatusDifference(
              "a StatefulSet with `OnDelete` whose Pods are not ready",
              live -> isA(live, "StatefulSet") && isOnDelete(live)),
          new KstatusDifference(
              "a StatefulSet whose Pods are not available for `minReadySeconds` yet",
              live -> isA(live, "StatefulSet") && live.spec().has("minReadySeconds")),
          new KstatusDifference(
              "a DaemonSet with `OnDelete` that has old Pods",
              live -> isA(live, "DaemonSet") && isOnDelete(live)),
          new KstatusDifference(
              "a Job that runs",
              live ->
                  isA(live, "Job") && live.status().has("startTime") && !live.has("FailureTarget")),
          new KstatusDifference(
              "a Job that is about to have failed (`FailureTarget`)",
              live -> isA(live, "Job") && live.has("FailureTarget")),
          new KstatusDifference(
              "a Job that is suspended", live -> isA(live, "Job") && live.has("Suspended")),
          new KstatusDifference("a Pod that has failed", live -> isPod(live, "Failed")),
          new KstatusDifference("a Pod whose phase is unknown", live -> isPod(live, "Unknown")),
          new KstatusDifference(
              "a Pod that no node has taken for 15 seconds",
              live ->
                  isPod(live, "Pending")
                      && live.condition("PodScheduled")
                          .filter(ObjectStatus.Condition::isFalse)
                          .isPresent()
                      && PodFailure.worst(live.tree()).filter(PodFailure::isLasting).isEmpty()),
          new KstatusDifference(
              "a Pod whose image cannot be pulled, or whose init container crashes",
              live ->
                  (isPod(live, "Pending") || isPod(live, "Running"))
                      && PodFailure.worst(live.tree()).filter(PodFailure::isLasting).isPresent()),
          new KstatusDifference(
              "a PersistentVolumeClaim whose volume is lost",
              live ->
                  isA(live, "PersistentVolumeClaim") && live.status().text("phase").equals("Lost")),
          new KstatusDifference(
              "a Service of type LoadBalancer that has no address", live -> isA(live, "Service")),
          new KstatusDifference(
              "a Namespace that is not active yet", live -> isA(live, "Namespace")),
          new KstatusDifference(
              "an APIService that is not available", live -> isA(live, "APIService")),
          new KstatusDifference(
              "a custom resource with the condition `Available`, and none `Ready`",
              live -> isA(live, "Widget") && live.condition("Ready").isEmpty()));

  boolean explains(ObjectStatus live) {
    return reason.test(live);
  }

  private static boolean isA(ObjectStatus live, String... kinds) {
    return Set.of(kinds).contains(live.tree().text("kind"));
  }

  private static boolean isPod(ObjectStatus live, String phase) {
    return isA(live, "Pod") && live.status().text("phase").equals(phase);
  }

  private static boolean isOnDelete(ObjectStatus live) {
    return live.spec().map("updateStrategy").get("type").equals(Value.text("OnDelete"));
  }

  private static List<MapValue> conditions(ObjectStatus live) {
    return live.status().maps("conditions");
  }

  private static boolean isOld(ObjectStatus live, MapValue condition) {
    return ObjectStatus.number(condition, "observedGeneration", live.generation())
        < live.generation();
  }
}
