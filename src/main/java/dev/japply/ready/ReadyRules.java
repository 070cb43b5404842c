package dev.japply.ready;

import static dev.japply.ready.Readiness.current;
import static dev.japply.ready.Readiness.failed;
import static dev.japply.ready.Readiness.inProgress;

import dev.japply.object.Gvk;
import dev.japply.ready.LiveState.Condition;
import dev.japply.ready.Readiness.Status;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// Tells of a live object whether it is ready, by the rules of kstatus: first by what all objects
/// have, then by the rule of its type, then by its conditions. An object of which nothing says that
/// it is not ready, is.
///
/// It differs from kstatus where that calls something ready which a person would not: a Job that
/// still runs, a Service that has no address yet, a Pod that has failed, a workload that its
/// controller has not seen.
///
/// <https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md>
public final class ReadyRules {
  private static final Map<String, Function<LiveState, Readiness>> RULES =
      Map.ofEntries(
          Map.entry("apps/Deployment", WorkloadRules::deployment),
          Map.entry("apps/StatefulSet", WorkloadRules::statefulSet),
          Map.entry("apps/DaemonSet", WorkloadRules::daemonSet),
          Map.entry("apps/ReplicaSet", WorkloadRules::replicaSet),
          Map.entry("/ReplicationController", WorkloadRules::replicaSet),
          Map.entry("/Pod", PodRules::pod),
          Map.entry("batch/Job", PodRules::job),
          Map.entry("/Service", ReadyRules::service),
          Map.entry("/Namespace", ReadyRules::namespace),
          Map.entry("policy/PodDisruptionBudget", ReadyRules::disruptionBudget),
          Map.entry("apiextensions.k8s.io/CustomResourceDefinition", ReadyRules::definition),
          Map.entry("apiregistration.k8s.io/APIService", ReadyRules::apiService));

  /// Types of Kubernetes' own whose objects have no controller to wait for.
  private static final Set<String> AT_ONCE =
      Set.of(
          "/ConfigMap",
          "/Secret",
          "/ServiceAccount",
          "/LimitRange",
          "/Endpoints",
          "batch/CronJob",
          "networking.k8s.io/NetworkPolicy",
          "networking.k8s.io/IngressClass",
          "storage.k8s.io/StorageClass",
          "scheduling.k8s.io/PriorityClass",
          "rbac.authorization.k8s.io/Role",
          "rbac.authorization.k8s.io/RoleBinding",
          "rbac.authorization.k8s.io/ClusterRole",
          "rbac.authorization.k8s.io/ClusterRoleBinding",
          "admissionregistration.k8s.io/MutatingWebhookConfiguration",
          "admissionregistration.k8s.io/ValidatingWebhookConfiguration");

  /// The conditions by which custom resources say that they are ready; the first one counts that is
  /// there.
  private static final List<String> READY = List.of("Ready", "Available");

  /// By this annotation a scheduler asks for the volume of a claim.
  private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

  private ReadyRules() {}

  /// Whether objects of that type are ready as soon as they are there.
  public static boolean isReadyAtOnce(Gvk type) {
    return AT_ONCE.contains(type.group() + "/" + type.kind());
  }

  /// How far `live` is.
  static Readiness of(MapValue live) {
    return of(live, storageClass -> false);
  }

  /// How far `live` is.
  ///
  /// @param bindsLater which StorageClasses have the volume binding mode `WaitForFirstConsumer`
  static Readiness of(MapValue live, Predicate<String> bindsLater) {
    var object = new LiveState(live);
    return general(object)
        .orElseGet(() -> {
          Gvk type = Gvk.of(live);
          if (isClaim(type)) {
            return claim(object, bindsLater);
          }
          var rule = RULES.get(type.group() + "/" + type.kind());
          return rule == null ? custom(type, object) : rule.apply(object);
        });
  }

  /// Whether the controller of `live` has seen its newest generation, or does not say.
  static boolean isObserved(MapValue live) {
    return new LiveState(live).isObserved();
  }

  /// What is said of objects of any type; empty when that decides nothing.
  private static Optional<Readiness> general(LiveState object) {
    if (!object.tree().map("metadata").text("deletionTimestamp").isEmpty()) {
      return Optional.of(new Readiness(Status.TERMINATING, "it is being deleted"));
    }
    if (!object.isObserved()) {
      return Optional.of(inProgress("generation " + object.generation() + " was not observed yet"));
    }
    Optional<Readiness> reconciling =
        object
            .condition("Reconciling")
            .filter(Condition::isTrue)
            .map(condition -> inProgress(condition.told()));
    return reconciling.isPresent()
        ? reconciling
        : object
            .condition("Stalled")
            .filter(Condition::isTrue)
            .map(condition -> failed(condition.told()));
  }

  private static Readiness custom(Gvk type, LiveState object) {
    if (isReadyAtOnce(type)) {
      return current("it is there");
    }
    for (String name : READY) {
      Optional<Condition> condition = object.condition(name);
      if (condition.isPresent()) {
        String told = condition.get().told();
        return condition.get().isTrue() ? current(told) : inProgress(told);
      }
    }
    return current("it is there");
  }

  private static Readiness service(LiveState object) {
    boolean balanced = object.spec().text("type").equals("LoadBalancer");
    return balanced && LiveState.maps(object.status().map("loadBalancer").get("ingress")).isEmpty()
        ? inProgress("the load balancer has no address yet")
        : current(balanced ? "the load balancer has an address" : "it is there");
  }

  private static boolean isClaim(Gvk type) {
    return type.group().isEmpty() && type.kind().equals("PersistentVolumeClaim");
  }

  /// Whether a Pod has a container that cannot run, and will not be able to as long as the Pod is
  /// as it is.
  static boolean cannotRun(MapValue pod) {
    return PodTrouble.worst(pod).filter(PodTrouble::isFinal).isPresent();
  }

  /// Where volumes are bound when a Pod wants them, a claim that none wants is as it should be.
  /// Once a node was chosen for such a Pod, its volume is on the way.
  ///
  /// <https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode>
  private static Readiness claim(LiveState object, Predicate<String> bindsLater) {
    String phase = object.status().text("phase");
    return switch (phase) {
      case "Bound" -> current("it is bound");
      case "Lost" -> failed("its volume is lost");
      case "" -> inProgress("it is not bound yet");
      default ->
          isUnwanted(object) && bindsLater.test(object.spec().text("storageClassName"))
              ? current("it waits for its first consumer")
              : inProgress("it is not bound yet: " + phase);
    };
  }

  private static boolean isUnwanted(LiveState claim) {
    return !claim.tree().map("metadata").map("annotations").has(SELECTED_NODE);
  }

  private static Readiness namespace(LiveState object) {
    String phase = object.status().text("phase");
    return phase.equals("Active") ? current("it is active") : inProgress("it is not active yet");
  }

  private static Readiness disruptionBudget(LiveState object) {
    return object.tellsObserved()
        ? current("it was observed")
        : inProgress("its controller has not seen it yet");
  }

  private static Readiness definition(LiveState object) {
    Optional<Condition> refused = object.condition("NamesAccepted").filter(Condition::isFalse);
    if (refused.isPresent()) {
      return failed(refused.get().told());
    }
    Optional<Condition> established = object.condition("Established");
    return established.filter(Condition::isTrue).isPresent()
        ? current("it is Established")
        : inProgress(established.map(Condition::told).orElse("it is not Established yet"));
  }

  private static Readiness apiService(LiveState object) {
    Optional<Condition> available = object.condition("Available");
    String told = available.map(Condition::told).orElse("it is not Available yet");
    return available.filter(Condition::isTrue).isPresent() ? current(told) : inProgress(told);
  }
}
