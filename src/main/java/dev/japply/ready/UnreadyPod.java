package dev.japply.ready;

import dev.japply.ready.Readiness.Status;
import dev.japply.tree.Value.MapValue;
import java.util.Comparator;
import java.util.List;

/// A Pod that is not ready.
record UnreadyPod(MapValue pod, Readiness readiness) {

  /// Returns the unready Pods of `pods`, the failed ones first. Excludes Pods that are being
  /// deleted.
  static List<UnreadyPod> worstFirst(List<MapValue> pods) {
    return pods.stream()
        .map(pod -> new UnreadyPod(pod, ReadyRules.of(pod)))
        .filter(UnreadyPod::counts)
        .sorted(
            Comparator.comparing((UnreadyPod pod) -> !pod.readiness.isFailed())
                .thenComparing(UnreadyPod::name))
        .toList();
  }

  private boolean counts() {
    return !readiness.isCurrent() && readiness.status() != Status.TERMINATING;
  }

  String name() {
    return pod.map("metadata").text("name");
  }

  String state() {
    return readiness.message();
  }

  /// Formats the Pod with its state: `Pod web-1: container web: CrashLoopBackOff`.
  ///
  /// @param others the number of other Pods that are not ready
  String description(int others) {
    String more =
        switch (others) {
          case 0 -> "";
          case 1 -> " (1 more Pod is not ready)";
          default -> " (" + others + " more Pods are not ready)";
        };
    return "Pod " + name() + ": " + state() + more;
  }
}
