package dev.japply.ready;

import dev.japply.ready.Readiness.Status;
import dev.japply.tree.Value.MapValue;
import java.util.Comparator;
import java.util.List;

/// A Pod that is not ready.
record UnreadyPod(MapValue pod, Readiness readiness) {

  /// Those of `pods` that are not ready, the failed ones first. Those that go do not count.
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

  /// `Pod web-1: container web: CrashLoopBackOff`.
  ///
  /// @param others how many other Pods are not ready, either
  String told(int others) {
    String more =
        switch (others) {
          case 0 -> "";
          case 1 -> " (1 more Pod is not ready)";
          default -> " (" + others + " more Pods are not ready)";
        };
    return "Pod " + name() + ": " + state() + more;
  }
}
