package dev.japply.ready;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The container log that explains why a Pod is not ready.
///
/// @param previous whether to read the log of the previous instance of the container
record ContainerLog(String container, boolean previous) {

  /// Returns the log of the container that failed, or else of the first running container that is
  /// not ready; empty if there is no such container.
  static Optional<ContainerLog> of(MapValue pod) {
    List<MapValue> containers =
        Stream.of("initContainerStatuses", "containerStatuses")
            .flatMap(kind -> pod.map("status").maps(kind).stream())
            .filter(container -> !isWell(container))
            .toList();
    return containers.stream()
        .filter(container -> fails(container.map("state")) || fails(container.map("lastState")))
        .findFirst()
        .or(() ->
            containers.stream()
                .filter(container -> container.map("state").has("running"))
                .findFirst())
        .map(ContainerLog::ofContainer);
  }

  private static boolean isWell(MapValue container) {
    boolean ended = container.map("state").has("terminated");
    return container.text("name").isEmpty()
        || container.get("ready").equals(Value.TRUE)
        || (ended && !fails(container.map("state")));
  }

  /// Whether a container has ended unexpectedly.
  private static boolean fails(MapValue state) {
    MapValue end = state.map("terminated");
    return !end.isEmpty() && ObjectStatus.number(end, "exitCode", 0) != 0;
  }

  private static ContainerLog ofContainer(MapValue container) {
    boolean previous =
        !fails(container.map("state")) && container.map("lastState").has("terminated");
    return new ContainerLog(container.text("name"), previous);
  }
}
