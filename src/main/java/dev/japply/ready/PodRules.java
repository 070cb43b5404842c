package dev.japply.ready;

import static dev.japply.ready.Readiness.current;
import static dev.japply.ready.Readiness.failed;
import static dev.japply.ready.Readiness.inProgress;

import dev.japply.ready.ObjectStatus.Condition;
import dev.japply.tree.Value;
import java.util.List;
import java.util.Optional;

/// Readiness rules for Pods and Jobs.
final class PodRules {
  private PodRules() {}

  /// A running Pod is ready if its `Ready` condition is true, a completed Pod if it has succeeded.
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
