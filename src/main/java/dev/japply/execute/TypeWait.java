package dev.japply.execute;

import dev.japply.execute.Dependencies.Answer;
import dev.japply.live.Cluster;
import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Waits until the server serves types that were just defined: until their CustomResourceDefinition
/// has the condition `Established`, and the server lists the type.
///
/// <https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/>
final class TypeWait {
  /// For one type, not counting what the requests take. A server needs less than a second.
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final Stop stop;
  private final Map<Gvk, Optional<Reason>> known = new HashMap<>();

  TypeWait(Cluster cluster, Stop stop) {
    this.cluster = cluster;
    this.stop = stop;
  }

  /// Why a type is not served.
  private record Reason(String what, String hint) {}

  /// Waits for the type of `custom`, once for all its objects. Several wait one after another:
  /// while one type comes to be served, so do the others.
  ///
  /// @param definition its CustomResourceDefinition
  /// @param live what the server holds of that
  synchronized Answer await(Target custom, Target definition, MapValue live) {
    Gvk type = custom.resource().gvk();
    if (!known.containsKey(type)) {
      Optional<Reason> missing = poll(type, definition, live);
      if (missing.isPresent() && stop.requested()) {
        return new Answer.Stopped();
      }
      known.put(type, missing);
    }
    return known
        .get(type)
        .map(reason -> Dependencies.unmet(custom.desired(), reason.what(), reason.hint()))
        .orElseGet(Answer.Met::new);
  }

  private Optional<Reason> poll(Gvk type, Target definition, MapValue applied) {
    Optional<MapValue> live = Optional.of(applied);
    Duration pause = FIRST_PAUSE;
    Duration waited = Duration.ZERO;
    while (true) {
      Optional<Reason> hopeless = hopeless(definition, live);
      if (hopeless.isPresent()) {
        return hopeless;
      }
      boolean established = is(live.orElseThrow(), "Established", "True");
      if (established && cluster.resource(type).isPresent()) {
        return Optional.empty();
      }
      if (waited.compareTo(LIMIT) >= 0 || stop.requested()) {
        return Optional.of(late(definition, live.orElseThrow(), established));
      }
      stop.pause(pause);
      waited = waited.plus(pause);
      pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
      live = established ? live : read(definition);
    }
  }

  private Optional<MapValue> read(Target definition) {
    return cluster.get(definition.resource(), "", definition.desired().name());
  }

  private static Optional<Reason> hopeless(Target definition, Optional<MapValue> live) {
    String subject = definition.desired().key().subject();
    if (live.isEmpty()) {
      return Optional.of(new Reason(subject + " was deleted meanwhile", "apply again"));
    }
    if (live.get().map("metadata").has("deletionTimestamp")) {
      return Optional.of(new Reason(subject + " is being deleted", "apply again when it is gone"));
    }
    return is(live.get(), "NamesAccepted", "False")
        ? Optional.of(
            new Reason(
                subject + " is not Established, " + told(live.get(), "NamesAccepted"),
                "choose other names, or delete the definition that has them"))
        : Optional.empty();
  }

  private static Reason late(Target definition, MapValue live, boolean established) {
    String state =
        established
            ? " is Established, but the server does not serve this type"
            : " is not Established, " + told(live, "Established");
    return new Reason(
        definition.desired().key().subject() + state + " after " + LIMIT.toSeconds() + "s",
        "apply again when it is");
  }

  private static boolean is(MapValue live, String condition, String status) {
    return condition(live, condition).text("status").equals(status);
  }

  /// `NamesAccepted=False: PluralConflict: "widgets" is already in use`.
  private static String told(MapValue live, String name) {
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
    if (live.map("status").get("conditions") instanceof ListValue list) {
      for (Value item : list.items()) {
        if (item instanceof MapValue condition && condition.text("type").equals(type)) {
          return condition;
        }
      }
    }
    return MapValue.EMPTY;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
