package dev.japply.ready;

import static dev.japply.ready.Readiness.current;
import static dev.japply.ready.Readiness.failed;
import static dev.japply.ready.Readiness.inProgress;

import dev.japply.object.Gvk;
import dev.japply.ready.ObjectStatus.Condition;
import dev.japply.ready.Readiness.Status;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// Determines the readiness of live objects by the rules of kstatus. Applies the general rules
/// first, then the rule of the type, then the conditions. An object is ready unless a rule finds
/// the opposite.
///
/// Differs from kstatus for some objects that kstatus reports as ready: a Job that is still
/// running, a Service without an address, a Pod that has failed, a workload whose controller has
/// not observed it.
///
/// <https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md>
public final class ReadyRules {
  static final Map<String, Function<ObjectStatus, Readiness>> RULES =
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

  /// Built-in types whose objects have no controller to wait for.
  private static final Set<String> READY_IMMEDIATELY =
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

  /// The conditions that report the readiness of custom resources; the first one that is present
  /// decides.
  private static final List<String> READY = List.of("Ready", "Available");

  /// The annotation that a scheduler sets to request the volume of a claim.
  private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

  private ReadyRules() {}

  /// Whether objects of that type are ready as soon as they exist.
  public static boolean isReadyImmediately(Gvk type) {
    return READY_IMMEDIATELY.contains(type.group() + "/" + type.kind());
  }

  static Readiness of(MapValue live) {
    return of(live, storageClass -> false);
  }

  /// Returns the readiness of `live`.
  ///
  /// @param bindsLater tests whether a StorageClass has the volume binding mode
  ///   `WaitForFirstConsumer`
  static Readiness of(MapValue live, Predicate<String> bindsLater) {
    var object = new ObjectStatus(live);
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

  /// Whether the controller of `live` has observed its newest generation, or does not report it.
  static boolean isObserved(MapValue live) {
    return new ObjectStatus(live).isObserved();
  }

  /// Applies the rules for objects of any type; empty if they do not decide.
  private static Optional<Readiness> general(ObjectStatus object) {
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
            .map(condition -> inProgress(condition.description()));
    return reconciling.isPresent()
        ? reconciling
        : object
            .condition("Stalled")
            .filter(Condition::isTrue)
            .map(condition -> failed(condition.description()));
  }

  private static Readiness custom(Gvk type, ObjectStatus object) {
    if (isReadyImmediately(type)) {
      return current("it is there");
    }
    for (String name : READY) {
      Optional<Condition> condition = object.condition(name);
      if (condition.isPresent()) {
        String description = condition.get().description();
        return condition.get().isTrue() ? current(description) : inProgress(description);
      }
    }
    return current("it is there");
  }

  private static Readiness service(ObjectStatus object) {
    boolean balanced = object.spec().text("type").equals("LoadBalancer");
    return balanced && object.status().map("loadBalancer").maps("ingress").isEmpty()
        ? inProgress("the load balancer has no address yet")
        : current(balanced ? "the load balancer has an address" : "it is there");
  }

  private static boolean isClaim(Gvk type) {
    return type.group().isEmpty() && type.kind().equals("PersistentVolumeClaim");
  }

  /// Whether a Pod has a container that cannot run until the Pod is changed or replaced.
  static boolean cannotRun(MapValue pod) {
    return PodFailure.worst(pod).filter(PodFailure::isFinal).isPresent();
  }

  /// Whether a Pod has a container that fails, and that may recover.
  static boolean isFailing(MapValue pod) {
    return PodFailure.worst(pod).filter(PodFailure::isLasting).isPresent();
  }

  /// Returns the readiness of a PersistentVolumeClaim. With late binding, an unused claim is ready.
  /// After a node was selected for a Pod with the claim, the volume is in progress.
  ///
  /// <https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode>
  private static Readiness claim(ObjectStatus object, Predicate<String> bindsLater) {
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

  private static boolean isUnwanted(ObjectStatus claim) {
    return !claim.tree().map("metadata").map("annotations").has(SELECTED_NODE);
  }

  private static Readiness namespace(ObjectStatus object) {
    String phase = object.status().text("phase");
    return phase.equals("Active") ? current("it is active") : inProgress("it is not active yet");
  }

  private static Readiness disruptionBudget(ObjectStatus object) {
    return object.reportsObservedGeneration()
        ? current("it was observed")
        : inProgress("its controller has not seen it yet");
  }

  private static Readiness definition(ObjectStatus object) {
    Optional<Condition> refused = object.condition("NamesAccepted").filter(Condition::isFalse);
    if (refused.isPresent()) {
      return failed(refused.get().description());
    }
    Optional<Condition> established = object.condition("Established");
    return established.filter(Condition::isTrue).isPresent()
        ? current("it is Established")
        : inProgress(established.map(Condition::description).orElse("it is not Established yet"));
  }

  private static Readiness apiService(ObjectStatus object) {
    Optional<Condition> available = object.condition("Available");
    String description = available.map(Condition::description).orElse("it is not Available yet");
    return available.filter(Condition::isTrue).isPresent()
        ? current(description)
        : inProgress(description);
  }

  private static final class PodRules {
    private PodRules() {}

    /// A running Pod is ready if its `Ready` condition is true, a completed Pod if it has
    /// succeeded.
    static Readiness pod(ObjectStatus object) {
      return switch (object.status().text("phase")) {
        case "Succeeded" -> current("it has succeeded");
        case "Failed" -> failed(ended(object));
        case "Running" ->
            object.has("Ready")
                ? current("it is ready")
                : unready(object, "it runs, but is not ready");
        case "Pending" -> unready(object, unscheduled(object));
        case "" -> inProgress("it was not seen by a node yet");
        default -> inProgress("its phase is " + object.status().text("phase"));
      };
    }

    private static String ended(ObjectStatus object) {
      String reason = object.status().text("reason");
      String message = object.status().text("message").strip();
      String trouble =
          PodFailure.worst(object.tree()).map(worst -> ": " + worst.description()).orElse("");
      return "it has failed"
          + (reason.isEmpty() ? "" : ": " + reason)
          + (message.isEmpty() ? "" : ": " + message)
          + trouble;
    }

    private static String unscheduled(ObjectStatus object) {
      return object
          .condition("PodScheduled")
          .filter(Condition::isFalse)
          .map(Condition::description)
          .orElse("it does not run yet");
    }

    /// Reports the most severe problem of its containers, or else `otherwise`.
    private static Readiness unready(ObjectStatus object, String otherwise) {
      Optional<PodFailure> trouble = PodFailure.worst(object.tree());
      if (trouble.isEmpty()) {
        return inProgress(otherwise);
      }
      return trouble.get().isLasting()
          ? failed(trouble.get().description())
          : inProgress(trouble.get().description());
    }

    /// A Job is ready if it has succeeded. A suspended Job counts as ready too, because only a user
    /// can resume it.
    static Readiness job(ObjectStatus object) {
      for (String type : List.of("Failed", "FailureTarget")) {
        Optional<Condition> condition = object.condition(type).filter(Condition::isTrue);
        if (condition.isPresent()) {
          return failed(condition.get().description());
        }
      }
      if (object.has("Complete")) {
        return current("it has succeeded");
      }
      if (object.has("Suspended") && object.spec().get("suspend").equals(Value.TRUE)) {
        return current("it is suspended");
      }
      long parallel = ObjectStatus.number(object.spec(), "parallelism", 1);
      long wanted = ObjectStatus.number(object.spec(), "completions", parallel);
      long failures = object.count("failed");
      return inProgress(
          "%d of %d Pods succeeded%s"
              .formatted(
                  object.count("succeeded"),
                  wanted,
                  failures == 0 ? "" : ", " + failures + " failed"));
    }
  }

  /// The reason why a container of a Pod is not running.
  ///
  /// @param reason the kubelet's reason why it waits or ended, such as `ImagePullBackOff`
  /// @param message the kubelet's message with details
  /// @param exit the last termination of the container, if any
  record PodFailure(String container, String reason, String message, LastExit exit, long restarts) {
    private static final String CRASHES = "CrashLoopBackOff";

    /// Reasons that last, and usually require a change by the user.
    private static final Set<String> LASTING =
        Set.of(CRASHES, "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");

    /// The number of restarts after which another one does not help; they take about half a minute.
    private static final int ENOUGH = 3;

    /// Reasons of every container that is about to start.
    private static final Set<String> USUAL = Set.of("ContainerCreating", "PodInitializing", "");

    /// The last termination of a container.
    ///
    /// @param code the exit code; 0 if the container has not ended
    /// @param reason such as `OOMKilled` or `Error`
    record LastExit(boolean ended, long code, String reason) {
      static final LastExit NONE = new LastExit(false, 0, "");

      private static LastExit of(MapValue state) {
        MapValue ended = state.map("terminated");
        return ended.isEmpty()
            ? NONE
            : new LastExit(true, ObjectStatus.number(ended, "exitCode", 0), ended.text("reason"));
      }
    }

    /// Whether it usually requires a change by the user.
    boolean isLasting() {
      return LASTING.contains(reason);
    }

    /// Whether it is certain to last: the image cannot be pulled, or the container has failed after
    /// several restarts. Fewer restarts are no proof, because a dependency may start a little
    /// later.
    boolean isFinal() {
      return isLasting() && (!reason.equals(CRASHES) || restarts >= ENOUGH);
    }

    /// Formats the reason: `container web: CrashLoopBackOff, exit code 1 (Error), 3 restarts`.
    String description() {
      var text = new StringBuilder("container ").append(container).append(": ").append(reason);
      if (exit.ended()) {
        text.append(", exit code ").append(exit.code());
        boolean isRepeated = exit.reason().isEmpty() || exit.reason().equals(reason);
        text.append(isRepeated ? "" : " (" + exit.reason() + ")");
      }
      if (restarts > 0) {
        text.append(restarts == 1 ? ", 1 restart" : ", " + restarts + " restarts");
      }
      boolean isShown = !message.isEmpty() && !reason.equals(CRASHES);
      return isShown ? text.append(": ").append(message).toString() : text.toString();
    }

    /// Returns the most severe problem of the containers of `pod`; empty if there is none.
    static Optional<PodFailure> worst(MapValue pod) {
      return all(pod).stream().min(Comparator.comparingInt(trouble -> trouble.isLasting() ? 0 : 1));
    }

    private static List<PodFailure> all(MapValue pod) {
      var found = new ArrayList<PodFailure>();
      for (String kind : List.of("initContainerStatuses", "containerStatuses")) {
        for (MapValue status : pod.map("status").maps(kind)) {
          failure(status).ifPresent(found::add);
        }
      }
      return found;
    }

    private static Optional<PodFailure> failure(MapValue status) {
      MapValue state = status.map("state");
      LastExit last = LastExit.of(status.map("lastState"));
      LastExit now = LastExit.of(state);
      String name = status.text("name");
      long restarts = ObjectStatus.number(status, "restartCount", 0);
      if (now.ended()) {
        return now.code() == 0
            ? Optional.empty()
            : Optional.of(
                new PodFailure(
                    name,
                    now.reason().isEmpty() ? "Error" : now.reason(),
                    state.map("terminated").text("message").strip(),
                    now,
                    restarts));
      }
      MapValue waiting = state.map("waiting");
      String reason = waiting.text("reason");
      return USUAL.contains(reason)
          ? Optional.empty()
          : Optional.of(
              new PodFailure(name, reason, waiting.text("message").strip(), last, restarts));
    }
  }
}
