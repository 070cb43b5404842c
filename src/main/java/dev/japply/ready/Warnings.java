package dev.japply.ready;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.Page;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Value.MapValue;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds the events that warn of an object.
///
/// <https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/>
record Warnings(Cluster cluster) {
  private static final Resource EVENTS = new Resource(Gvk.of("v1", "Event"), "events", true);

  /// So many events of one object are read, and so many are told.
  private static final int READ = 500;

  private static final int TOLD = 3;

  /// The newest ones, `FailedMount: no such volume`, one for each reason; without what the state of
  /// the object says, too.
  ///
  /// @param known that state
  List<String> about(MapValue object, String known) {
    MapValue metadata = object.map("metadata");
    var request =
        new Page.Request(
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
        .sorted(Comparator.comparing(Warnings::time).reversed())
        .forEach(event -> newest.putIfAbsent(event.text("reason"), event.text("message").strip()));
    return newest.entrySet().stream()
        .limit(TOLD)
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .toList();
  }

  /// Whether it says no more than the state of a container: the kubelet tells of each step into a
  /// back-off.
  private static boolean repeats(MapValue event, String known) {
    String message = event.text("message").strip();
    return event.text("reason").equals("BackOff")
        || message.isEmpty()
        || message.startsWith("Error: ")
        || known.contains(message);
  }

  /// When it happened last; controllers write that in different places.
  private static String time(MapValue event) {
    String series = event.map("series").text("lastObservedTime");
    String last = event.text("lastTimestamp");
    return !series.isEmpty() ? series : !last.isEmpty() ? last : event.text("eventTime");
  }
}
