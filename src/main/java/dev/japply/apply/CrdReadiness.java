package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.plan.LiveMetadata;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Waits until the server serves types that were just defined: until their CustomResourceDefinition
/// has the condition `Established`, and the server lists the type.
///
/// <https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/>
final class CrdReadiness {
  /// For one type, not counting what the requests take. A server needs less than a second.
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private final Cluster cluster;
  private final Cancellation cancellation;
  private final Map<Gvk, End> known = new HashMap<>();

  CrdReadiness(Cluster cluster, Cancellation cancellation) {
    this.cluster = cluster;
    this.cancellation = cancellation;
  }

  /// Result of waiting.
  sealed interface End {
    /// The type is served.
    record Served() implements End {}

    /// It is not, and why.
    record NotServed(String why, String hint) implements End {}

    /// The run is to end, and it is not there yet.
    record CutOff() implements End {}
  }

  /// Waits for `type`, once for all its objects. Several wait one after another: while one type
  /// becomes available, so do the others.
  synchronized End await(Gvk type, ResolvedObject definition, MapValue live) {
    if (!known.containsKey(type)) {
      End end = poll(type, definition, live);
      if (end instanceof End.NotServed && cancellation.requested()) {
        return new End.CutOff();
      }
      known.put(type, end);
    }
    return known.get(type);
  }

  private End poll(Gvk type, ResolvedObject definition, MapValue applied) {
    MapValue live = applied;
    var poll = new Polling(cancellation, FIRST_PAUSE, LIMIT);
    while (true) {
      Optional<End> hopeless = hopeless(definition, live);
      if (hopeless.isPresent()) {
        return hopeless.get();
      }
      boolean established = is(live, "Established", "True");
      if (established && cluster.resource(type).isPresent()) {
        return new End.Served();
      }
      if (poll.isOver() || cancellation.requested()) {
        return late(definition, live, established);
      }
      poll.pause();
      Optional<MapValue> now = established ? Optional.of(live) : read(definition);
      if (now.isEmpty()) {
        return deleted(definition);
      }
      live = now.get();
    }
  }

  private Optional<MapValue> read(ResolvedObject definition) {
    return cluster.get(definition.resource(), "", definition.desired().name());
  }

  private static End deleted(ResolvedObject definition) {
    String subject = definition.desired().key().subject();
    return new End.NotServed(subject + " was deleted meanwhile", "apply again");
  }

  private static Optional<End> hopeless(ResolvedObject definition, MapValue live) {
    String subject = definition.desired().key().subject();
    if (LiveMetadata.isBeingDeleted(live)) {
      return Optional.of(
          new End.NotServed(subject + " is being deleted", "apply again when it is gone"));
    }
    return is(live, "NamesAccepted", "False")
        ? Optional.of(
            new End.NotServed(
                subject + " is not Established, " + text(live, "NamesAccepted"),
                "choose other names, or delete the definition that has them"))
        : Optional.empty();
  }

  private static End late(ResolvedObject definition, MapValue live, boolean established) {
    String state =
        established
            ? " is Established, but the server does not serve this type"
            : " is not Established, " + text(live, "Established");
    return new End.NotServed(
        definition.desired().key().subject() + state + " after " + LIMIT.toSeconds() + "s",
        "apply again when it is");
  }

  private static boolean is(MapValue live, String condition, String status) {
    return condition(live, condition).text("status").equals(status);
  }

  /// `NamesAccepted=False: PluralConflict: "widgets" is already in use`.
  private static String text(MapValue live, String name) {
    MapValue condition = condition(live, name);
    return condition.isEmpty()
        ? name + " is not there"
        : "%s=%s: %s: %s"
            .formatted(
                name,
                condition.text("status"),
                condition.text("reason"),
                condition.text("message"));
  }

  private static MapValue condition(MapValue live, String type) {
    return live.map("status").maps("conditions").stream()
        .filter(condition -> condition.text("type").equals(type))
        .findFirst()
        .orElse(MapValue.EMPTY);
  }
}
