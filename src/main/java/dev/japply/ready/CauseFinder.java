package dev.japply.ready;

import dev.japply.apply.NotReadyCause;
import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.LogRequest;
import dev.japply.cluster.Resource;
import dev.japply.diff.Excerpts;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.object.SecretValues;
import dev.japply.ready.Readiness.Status;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Finds out why objects are not ready. Reads each object, its Pods, and the events and the end of
/// the log of the Pod in the worst state: at most five requests per object.
///
/// Without permission to read something, the result has a note in its place. After the server
/// becomes unreachable, no more requests are sent.
public final class CauseFinder {
  /// The usual number of log lines.
  public static final int LINES = 10;

  /// The most objects to explain in one run, because each explanation requires several requests.
  public static final int MOST = 10;

  /// The maximum length of a log line; longer lines are truncated.
  private static final int WIDTH = 1000;

  private final Cluster cluster;
  private final int lines;
  private final SecretValues secrets;
  private boolean away;

  /// @param lines the maximum number of log lines; 0 for none
  /// @param secrets the values to mask in texts of the cluster
  public CauseFinder(Cluster cluster, int lines, SecretValues secrets) {
    this.cluster = cluster;
    this.lines = lines;
    this.secrets = secrets;
  }

  /// Returns the reason why an object is not ready; [NotReadyCause#NONE] if it does not exist, or
  /// could not be read.
  public NotReadyCause of(ReadyState state) {
    return state.failure() == null ? scrubbed(find(state.target())) : NotReadyCause.NONE;
  }

  private NotReadyCause scrubbed(NotReadyCause cause) {
    return new NotReadyCause(
        secrets.scrubbed(cause.what()),
        scrubbed(cause.notes()),
        cause.container(),
        scrubbed(cause.log()));
  }

  private List<String> scrubbed(List<String> texts) {
    return texts.stream().map(secrets::scrubbed).toList();
  }

  NotReadyCause find(ResolvedObject target) {
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
    return Excerpts.of(WIDTH, line);
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

  /// Finds the Pods of workloads by their owner references.
  ///
  /// <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
  private record OwnedPods(Cluster cluster) {
    static final Resource PODS = new Resource(Gvk.of("v1", "Pod"), "pods", true);

    private static final Resource REPLICA_SETS =
        new Resource(Gvk.of("apps/v1", "ReplicaSet"), "replicasets", true);

    /// Returns the Pods of `live`; `live` itself if it is a Pod; empty if its type owns no Pods.
    /// Excludes the Pods of a Deployment's older ReplicaSets, which are about to be deleted.
    List<MapValue> of(MapValue live) {
      Gvk type = Gvk.of(live);
      return switch (type.group() + "/" + type.kind()) {
        case "/Pod" -> List.of(live);
        case "apps/Deployment" -> ofDeployment(live);
        case "apps/ReplicaSet", "apps/StatefulSet", "apps/DaemonSet", "batch/Job" ->
            owned(PODS, live, LabelSelector.of(live.map("spec").map("selector")));
        case "/ReplicationController" ->
            owned(PODS, live, LabelSelector.ofLabels(live.map("spec").map("selector")));
        default -> List.of();
      };
    }

    private List<MapValue> ofDeployment(MapValue live) {
      LabelSelector selector = LabelSelector.of(live.map("spec").map("selector"));
      return owned(REPLICA_SETS, live, selector).stream()
          .filter(set -> Revisions.isNewest(live, set))
          .flatMap(
              set -> owned(PODS, set, LabelSelector.of(set.map("spec").map("selector"))).stream())
          .toList();
    }

    private List<MapValue> owned(Resource resource, MapValue owner, LabelSelector selector) {
      MapValue metadata = owner.map("metadata");
      String namespace = metadata.text("namespace");
      return selector.requirements().isEmpty()
          ? List.of()
          : cluster.list(
              resource, namespace, selector, object -> isOwned(object, metadata.text("uid")));
    }

    private static boolean isOwned(MapValue object, String uid) {
      return object.map("metadata").maps("ownerReferences").stream()
          .anyMatch(owner -> owner.text("uid").equals(uid));
    }
  }

  private record UnreadyPod(MapValue pod, Readiness readiness) {

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

  /// Finds the warning events of an object.
  ///
  /// <https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/>
  private record WarningEvents(Cluster cluster) {
    private static final Resource EVENTS = new Resource(Gvk.of("v1", "Event"), "events", true);

    /// The maximum number of events that are read for an object.
    private static final int READ = 500;

    private static final int TOLD = 3;

    /// Returns the newest events such as `FailedMount: no such volume`, one for each reason.
    /// Excludes events that repeat the state of the object.
    ///
    /// @param known the state of the object
    List<String> about(MapValue object, String known) {
      MapValue metadata = object.map("metadata");
      var request =
          new ListPage.Request(
              LabelSelector.EVERYTHING,
              "involvedObject.uid=" + metadata.text("uid"),
              name -> true,
              READ,
              "");
      Map<String, String> newest = new LinkedHashMap<>();
      cluster.page(EVENTS, metadata.text("namespace"), request).wanted().stream()
          .map(item -> item.object().get())
          .filter(event -> event.text("type").equals("Warning"))
          .filter(event -> !repeats(event, known))
          .sorted(Comparator.comparing(WarningEvents::time).reversed())
          .forEach(
              event -> newest.putIfAbsent(event.text("reason"), event.text("message").strip()));
      return newest.entrySet().stream()
          .limit(TOLD)
          .map(entry -> entry.getKey() + ": " + entry.getValue())
          .toList();
    }

    /// Whether the event only repeats a container's state: the kubelet reports each step into a
    /// back-off.
    private static boolean repeats(MapValue event, String known) {
      String message = event.text("message").strip();
      return event.text("reason").equals("BackOff")
          || message.isEmpty()
          || message.startsWith("Error: ")
          || known.contains(message);
    }

    /// Returns the time of the last occurrence; controllers write it to different fields.
    private static String time(MapValue event) {
      String series = event.map("series").text("lastObservedTime");
      String last = event.text("lastTimestamp");
      return !series.isEmpty() ? series : !last.isEmpty() ? last : event.text("eventTime");
    }
  }

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
}
