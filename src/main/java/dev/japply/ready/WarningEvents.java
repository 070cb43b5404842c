package dev.japply.ready;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Value.MapValue;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds the warning events of an object.
///
/// <https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/>
record WarningEvents(Cluster cluster) {
  private static final Resource EVENTS = new Resource(Gvk.of("v1", "Event"), "events", true);

  /// The maximum number of events that are read for an object.
  private static final int READ = 500;

  private static final int TOLD = 3;

  /// Returns the newest events such as `FailedMount: no such volume`, one for each reason. Excludes
  /// events that repeat the state of the object.
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
        .forEach(event -> newest.putIfAbsent(event.text("reason"), event.text("message").strip()));
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
