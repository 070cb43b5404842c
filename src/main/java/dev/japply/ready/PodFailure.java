package dev.japply.ready;

import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
  /// several restarts. Fewer restarts are no proof, because a dependency may start a little later.
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
