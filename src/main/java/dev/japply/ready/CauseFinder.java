package dev.japply.ready;

import dev.japply.apply.NotReadyCause;
import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.LogRequest;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Finds out why objects are not ready. Reads each object, its Pods, and the events and the end of
/// the log of the Pod in the worst state: at most five requests per object.
///
/// Without permission to read something, the result has a note in its place. After the server
/// becomes unreachable, no more requests are sent.
public final class CauseFinder {
  /// The maximum length of a log line; longer lines are truncated.
  private static final int WIDTH = 1000;

  private final Cluster cluster;
  private final int lines;
  private boolean away;

  /// @param lines the maximum number of log lines; 0 for none
  public CauseFinder(Cluster cluster, int lines) {
    this.cluster = cluster;
    this.lines = lines;
  }

  /// Returns the reason why `target` is not ready; [NotReadyCause#NONE] if it does not exist.
  public NotReadyCause find(ResolvedObject target) {
    var notes = new ArrayList<String>();
    return read(notes, "it", () -> target.readFrom(cluster))
        .flatMap(Function.identity())
        .map(live -> causeOf(live, notes))
        .orElseGet(() -> new NotReadyCause("", notes, "", List.of()));
  }

  private NotReadyCause causeOf(MapValue live, List<String> notes) {
    var pods = new OwnedPods(cluster);
    List<UnreadyPod> unready =
        read(notes, "its Pods", () -> UnreadyPod.worstFirst(pods.of(live))).orElse(List.of());
    if (unready.isEmpty()) {
      warn(notes, live, ReadyRules.of(live).message());
      return new NotReadyCause("", notes, "", List.of());
    }
    UnreadyPod worst = unready.getFirst();
    warn(notes, worst.pod(), worst.state());
    String what = worst.pod().equals(live) ? "" : worst.description(unready.size() - 1);
    return ContainerLog.of(worst.pod())
        .filter(wanted -> lines > 0)
        .map(wanted -> {
          String container = "Pod " + worst.name() + ", container " + wanted.container();
          List<String> log =
              read(notes, "its log", () -> log(worst.pod(), wanted)).orElse(List.of());
          return new NotReadyCause(what, notes, container, log);
        })
        .orElseGet(() -> new NotReadyCause(what, notes, "", List.of()));
  }

  private void warn(List<String> notes, MapValue object, String state) {
    var warnings = new WarningEvents(cluster);
    read(notes, "its events", () -> warnings.about(object, state)).ifPresent(notes::addAll);
  }

  private List<String> log(MapValue pod, ContainerLog wanted) {
    MapValue metadata = pod.map("metadata");
    var request =
        new LogRequest(
            metadata.text("namespace"),
            metadata.text("name"),
            wanted.container(),
            lines,
            wanted.previous());
    return cluster.log(request).lines().map(CauseFinder::cut).toList();
  }

  private static String cut(String line) {
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH) + "…";
  }

  /// Sends a request and returns its response; empty, with a note, if it fails.
  private <T> Optional<T> read(List<String> notes, String what, Supplier<T> request) {
    if (away) {
      return Optional.empty();
    }
    try {
      return Optional.of(request.get());
    } catch (ClusterException e) {
      away = e.status() == 0;
      notes.add(what + " cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }
}
