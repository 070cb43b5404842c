package dev.japply.ready;

import dev.japply.merge.Flow;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Live objects by chance, in states that controllers leave behind: numbers of replicas fit
/// together, and what the server fills in is there.
final class Generated {
  static final List<String> TYPES =
      List.of(
          "apps/v1/Deployment",
          "apps/v1/StatefulSet",
          "apps/v1/DaemonSet",
          "apps/v1/ReplicaSet",
          "v1/ReplicationController",
          "v1/Pod",
          "batch/v1/Job",
          "batch/v1/CronJob",
          "v1/PersistentVolumeClaim",
          "v1/Service",
          "v1/Namespace",
          "v1/ConfigMap",
          "apiextensions.k8s.io/v1/CustomResourceDefinition",
          "apiregistration.k8s.io/v1/APIService",
          "policy/v1/PodDisruptionBudget",
          "example.com/v1/Widget");

  private final SplittableRandom random;
  private final List<String> spec = new ArrayList<>();
  private final List<String> status = new ArrayList<>();
  private final List<String> conditions = new ArrayList<>();
  private final long generation;

  private Generated(SplittableRandom random) {
    this.random = random;
    this.generation = 1L + random.nextInt(2);
  }

  static MapValue object(SplittableRandom random) {
    String type = TYPES.get(random.nextInt(TYPES.size()));
    return new Generated(random).of(type);
  }

  /// `live` with the `apiVersion` and `kind` of `type`.
  static MapValue typed(String type, MapValue live) {
    int slash = type.lastIndexOf('/');
    return live.with("apiVersion", Value.text(type.substring(0, slash)))
        .with("kind", Value.text(type.substring(slash + 1)));
  }

  private MapValue of(String type) {
    switch (type.substring(type.lastIndexOf('/') + 1)) {
      case "Deployment" -> deployment();
      case "StatefulSet" -> statefulSet();
      case "DaemonSet" -> daemonSet();
      case "ReplicaSet", "ReplicationController" -> replicaSet();
      case "Pod" -> pod();
      case "Job" -> job();
      case "PersistentVolumeClaim" -> phase("Pending", "Bound", "Lost", "");
      case "Namespace" -> phase("Active", "");
      case "Service" -> service();
      case "CustomResourceDefinition" -> definition();
      case "APIService" -> condition("Available", any("Passed", "MissingEndpoints"));
      case "Widget" -> widget();
      default -> {}
    }
    return typed(type, live());
  }

  private MapValue live() {
    boolean counted = random.nextInt(10) > 0;
    if (counted && random.nextInt(10) > 0) {
      status.add("observedGeneration: " + (random.nextInt(20) == 0 ? 9 : seen()));
    }
    if (random.nextInt(20) == 0) {
      condition(any("Reconciling", "Stalled"), "Busy");
    }
    if (!conditions.isEmpty()) {
      status.add("conditions: [" + String.join(", ", conditions) + "]");
    }
    String metadata = "name: a, creationTimestamp: '2026-01-01T00:00:00Z'";
    metadata += counted ? ", generation: " + generation : "";
    metadata += random.nextInt(30) == 0 ? ", deletionTimestamp: '2026-01-01T00:00:00Z'" : "";
    return (MapValue)
        Flow.parse(
            "{metadata: {%s}, spec: {%s}, status: {%s}}"
                .formatted(metadata, String.join(", ", spec), String.join(", ", status)));
  }

  private long seen() {
    return random.nextInt(8) == 0 ? generation - 1 : generation;
  }

  private boolean rarely() {
    return random.nextInt(4) == 0;
  }

  private String any(String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  private int upTo(int most) {
    return random.nextInt(3) > 0 ? most : random.nextInt(most + 1);
  }

  private void condition(String type, String reason) {
    String old = random.nextInt(8) == 0 ? ", observedGeneration: " + seen() : "";
    conditions.add(
        "{type: %s, status: '%s', reason: %s%s}"
            .formatted(type, any("True", "True", "False", "Unknown"), reason, old));
  }

  private void phase(String... phases) {
    String phase = any(phases);
    if (!phase.isEmpty()) {
      status.add("phase: " + phase);
    }
  }

  /// How many replicas are wanted; none are left out of a spec.
  private int wanted() {
    int wanted = random.nextInt(4);
    if (wanted != 1 || random.nextBoolean()) {
      spec.add("replicas: " + wanted);
    }
    return wanted;
  }

  private void counts(String... keysAndCounts) {
    for (int i = 0; i < keysAndCounts.length; i += 2) {
      if (!keysAndCounts[i + 1].equals("0") || random.nextBoolean()) {
        status.add(keysAndCounts[i] + ": " + keysAndCounts[i + 1]);
      }
    }
  }

  private void deployment() {
    int wanted = wanted();
    int replicas = rarely() ? wanted + 1 : upTo(wanted);
    int ready = upTo(replicas);
    counts("replicas", "" + replicas, "updatedReplicas", "" + upTo(replicas));
    counts("readyReplicas", "" + ready, "availableReplicas", "" + upTo(ready));
    switch (random.nextInt(3)) {
      case 0 -> spec.add("progressDeadlineSeconds: 600");
      case 1 -> spec.add("progressDeadlineSeconds: " + Integer.MAX_VALUE);
      default -> {}
    }
    if (!rarely()) {
      condition("Available", "MinimumReplicasAvailable");
    }
    if (!rarely()) {
      condition(
          "Progressing",
          any(
              "NewReplicaSetAvailable",
              "NewReplicaSetAvailable",
              "ReplicaSetUpdated",
              "ProgressDeadlineExceeded"));
    }
  }

  private void statefulSet() {
    int wanted = wanted();
    int replicas = rarely() ? wanted + 1 : upTo(wanted);
    int ready = upTo(replicas);
    int updated = upTo(replicas);
    counts("replicas", "" + replicas, "readyReplicas", "" + ready);
    counts("availableReplicas", "" + upTo(ready), "updatedReplicas", "" + updated);
    boolean renewed = updated == replicas;
    counts("currentReplicas", "" + (renewed ? replicas : replicas - updated));
    status.add("currentRevision: " + (renewed ? "b" : "a") + ", updateRevision: b");
    spec.add(
        rarely()
            ? "updateStrategy: {type: OnDelete}"
            : "updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: %d}}"
                .formatted(rarely() ? random.nextInt(4) : 0));
    if (rarely()) {
      spec.add("minReadySeconds: 30");
    }
  }

  private void daemonSet() {
    int wanted = random.nextInt(4);
    int ready = upTo(wanted);
    status.add("desiredNumberScheduled: " + wanted);
    counts("currentNumberScheduled", "" + upTo(wanted));
    counts("updatedNumberScheduled", "" + upTo(wanted));
    counts("numberReady", "" + ready, "numberAvailable", "" + upTo(ready));
    if (rarely()) {
      spec.add("updateStrategy: {type: OnDelete}");
    }
  }

  private void replicaSet() {
    int wanted = wanted();
    int replicas = rarely() ? wanted + 1 : upTo(wanted);
    int ready = upTo(replicas);
    counts("replicas", "" + replicas, "fullyLabeledReplicas", "" + upTo(replicas));
    counts("readyReplicas", "" + ready, "availableReplicas", "" + upTo(ready));
    if (rarely()) {
      condition("ReplicaFailure", "FailedCreate");
    }
  }

  private void pod() {
    phase("Pending", "Running", "Succeeded", "Failed", "Unknown", "");
    if (!rarely()) {
      condition("Ready", "ContainersNotReady");
    }
    if (rarely()) {
      condition("PodScheduled", "Unschedulable");
    }
    if (!rarely()) {
      status.add("containerStatuses: [%s, %s]".formatted(container("a"), container("b")));
    }
    if (rarely()) {
      status.add("initContainerStatuses: [%s]".formatted(container("i")));
    }
  }

  private String container(String name) {
    String state =
        any(
            "running: {}",
            "running: {}",
            "running: {}",
            "waiting: {reason: ContainerCreating}",
            "waiting: {reason: CrashLoopBackOff}",
            "waiting: {reason: ImagePullBackOff}",
            "waiting: {reason: ErrImagePull}",
            "terminated: {exitCode: 1, reason: Error}",
            "terminated: {exitCode: 0}");
    return "{name: %s, restartCount: %d, state: {%s}}".formatted(name, random.nextInt(5), state);
  }

  private void job() {
    spec.add("completions: 2, suspend: " + rarely());
    if (!rarely()) {
      status.add("startTime: '2026-01-01T00:00:00Z'");
    }
    counts("succeeded", "" + random.nextInt(3), "failed", "" + random.nextInt(3));
    if (random.nextBoolean()) {
      condition(any("Complete", "Failed", "FailureTarget", "Suspended"), "Reason");
    }
  }

  private void service() {
    spec.add("type: " + any("ClusterIP", "LoadBalancer") + ", clusterIP: 10.0.0.1");
    status.add("loadBalancer: " + any("{}", "{ingress: [{ip: 192.0.2.1}]}"));
  }

  private void definition() {
    boolean accepted = !rarely();
    if (!rarely()) {
      conditions.add(
          "{type: NamesAccepted, status: '%s', reason: R}".formatted(accepted ? "True" : "False"));
      conditions.add(
          accepted
              ? any(
                  "{type: Established, status: 'True', reason: InitialNamesAccepted}",
                  "{type: Established, status: 'False', reason: Installing}")
              : "{type: Established, status: 'False', reason: NotAccepted}");
    }
  }

  private void widget() {
    if (random.nextBoolean()) {
      condition("Ready", "R");
    }
    if (random.nextBoolean()) {
      condition("Available", "R");
    }
  }
}
