package dev.japply.plan;

import static dev.japply.plan.FieldSource.CLAIMED;
import static dev.japply.plan.FieldSource.CONFIG;
import static dev.japply.plan.FieldSource.LIVE;
import static dev.japply.plan.FieldSource.OWNED;
import static dev.japply.plan.FieldSource.RESULT;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/// The nodes at one path of each document.
record FieldValues(Map<FieldSource, Node> nodes) {
  FieldValues {
    nodes = Collections.unmodifiableMap(new EnumMap<>(nodes));
  }

  static FieldValues of(Node owned, Node config, Node claimed, Node live, Node result) {
    return new FieldValues(
        Map.of(OWNED, owned, CONFIG, config, CLAIMED, claimed, LIVE, live, RESULT, result));
  }

  Node at(FieldSource side) {
    return nodes.getOrDefault(side, MISSING);
  }

  /// Returns this place with another node in one document.
  FieldValues with(FieldSource side, Node node) {
    var changed = new EnumMap<>(nodes);
    changed.put(side, node);
    return new FieldValues(changed);
  }

  /// Returns the place one step down.
  FieldValues below(BiFunction<FieldSource, Node, Node> step) {
    var below = new EnumMap<FieldSource, Node>(FieldSource.class);
    nodes.forEach((side, node) -> below.put(side, step.apply(side, node)));
    return new FieldValues(below);
  }

  /// Returns the place of the entry `key` of the maps.
  FieldValues entry(String key) {
    return below((side, node) -> node instanceof MapValue map ? map.get(key) : MISSING);
  }

  /// Returns this place as for a new object.
  FieldValues onlyClaimed() {
    return below((side, node) -> side == CLAIMED ? node : MISSING);
  }

  boolean hasList() {
    return nodes.values().stream().anyMatch(ListValue.class::isInstance);
  }

  boolean isNowhere() {
    return nodes.values().stream().noneMatch(Value.class::isInstance);
  }

  /// Returns these maps with `entry` at `key`.
  ///
  /// @param root whether they are whole documents, which never go
  FieldValues withEntry(String key, FieldValues entry, boolean root) {
    FieldValues result = this;
    for (FieldSource side : List.of(CONFIG, OWNED, CLAIMED)) {
      Node after = put(at(side), key, entry.at(side), side != CLAIMED);
      result = result.with(side, isLeftEmpty(side, after, root) ? MISSING : after);
    }
    boolean comesIn = !(at(CONFIG) instanceof MapValue) && result.at(CONFIG) instanceof MapValue;
    boolean goes = at(LIVE) instanceof MapValue && !(at(RESULT) instanceof Value);
    return comesIn && goes ? result.with(OWNED, at(LIVE)) : result;
  }

  /// Checks whether an empty map or list is removed: in the annotation it would claim ownership,
  /// and in the manifest it would be created.
  private boolean isLeftEmpty(FieldSource side, Node after, boolean root) {
    boolean emptied = isEmpty(after) && !isEmpty(at(side));
    return emptied && !root && (side != CONFIG || !(at(LIVE) instanceof Value));
  }

  private static boolean isEmpty(Node node) {
    return (node instanceof MapValue map && map.isEmpty())
        || (node instanceof ListValue list && list.isEmpty());
  }

  private static Node put(Node into, String key, Node entry, boolean creates) {
    boolean creating = creates && (into == MISSING || into instanceof NullValue);
    if (into instanceof MapValue map) {
      return entry instanceof Value value
          ? value.equals(map.get(key)) ? map : map.with(key, value)
          : map.without(key);
    }
    return creating && entry instanceof Value value ? MapValue.of(key, value) : into;
  }

  FieldValues withLists(Map<FieldSource, Node> lists) {
    FieldValues result = this;
    for (FieldSource side : List.of(CONFIG, OWNED, CLAIMED)) {
      Node after = lists.getOrDefault(side, MISSING);
      result = result.with(side, isLeftEmpty(side, after, false) ? MISSING : after);
    }
    return result;
  }
}
