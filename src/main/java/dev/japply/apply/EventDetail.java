package dev.japply.apply;

import dev.japply.plan.PlannedObject;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Amount of data kept for events that wait for the events of objects before theirs. Bounds the
/// memory for large inputs.
public enum EventDetail {
  /// Everything.
  WHOLE,

  /// Keeps the names of objects, and nothing of requests.
  NAMES;

  private static final List<String> KEPT = List.of("apiVersion", "kind");
  private static final List<String> KEPT_METADATA = List.of("name", "namespace", "uid");

  Optional<Event> kept(Event event) {
    return this == WHOLE ? Optional.of(event) : brief(event);
  }

  private static Optional<Event> brief(Event event) {
    return switch (event) {
      case Event.Applied(var desired, var outcome, MapValue object, var planned) ->
          Optional.of(new Event.Applied(desired, outcome, name(object), brief(planned)));
      case Event.Sending sending -> Optional.empty();
      case Event.Retrying retrying -> Optional.of(event);
      case Event.Waiting waiting -> Optional.of(event);
      case Event.Ready ready -> Optional.of(event);
      case Event.Unready unready -> Optional.of(event);
      case Event.Failed(var desired, var problems, var planned) ->
          Optional.of(new Event.Failed(desired, problems, brief(planned)));
      case Event.Unknown unknown -> Optional.of(event);
      case Event.Rejected rejected -> Optional.of(event);
      case Event.Warned warned -> Optional.of(event);
      case Event.Skipped skipped -> Optional.of(event);
      case Event.Pruning pruning -> Optional.of(event);
      case Event.PruningStopped stopped -> Optional.of(event);
      case Event.Stopped stopped -> Optional.of(event);
      case Event.Progress progress -> Optional.of(event);
      case Event.ApplyEnded ended -> Optional.of(event);
    };
  }

  /// The plan without the live objects and without the values of its reasons.
  private static @Nullable PlannedObject brief(@Nullable PlannedObject planned) {
    return planned == null ? null : planned.brief();
  }

  private static MapValue name(MapValue object) {
    var name = only(object, KEPT);
    name.put("metadata", new MapValue(only(object.map("metadata"), KEPT_METADATA)));
    return new MapValue(name);
  }

  private static SequencedMap<String, Value> only(MapValue map, List<String> keys) {
    var some = new LinkedHashMap<String, Value>();
    for (String key : keys) {
      if (map.get(key) instanceof Value value) {
        some.put(key, value);
      }
    }
    return some;
  }
}
