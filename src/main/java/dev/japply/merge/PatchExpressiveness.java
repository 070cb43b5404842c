package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks which changes a strategic merge patch can express, and which it must replace whole.
///
/// Items of a keyed list that share their key cannot be patched one by one: the list is replaced.
/// The server moves such items next to each other. A list with other items between them, or with an
/// item without key, can only be replaced together with the map that contains it.
///
/// The API server has no merge rule for a map or list in a map with free keys. A patch can set and
/// remove such entries, but cannot change parts of them.
final class PatchExpressiveness {
  private PatchExpressiveness() {}

  /// Returns whether a map of type `type` must be replaced to change it from `from` to `to`.
  static boolean needsReplacing(Schema type, MapValue from, MapValue to) {
    return reachesIntoFreeForm(type, from, to) || hasStubbornList(type, from, to);
  }

  /// Returns whether the list itself must be replaced.
  static boolean needsReplacing(FieldRule rule, ListValue from, ListValue to) {
    String key = rule.mergeKey();
    return !key.isEmpty()
        && (isAmbiguous(key, from)
            || isAmbiguous(key, to)
            || lacksKey(key, from)
            || hasKeyOfParts(key, from)
            || hasStubbornItem(rule, from, to));
  }

  /// Returns whether an item has a map or list as its key, where the type has a text. The server
  /// merges the keys of two items, too, and finds no rule for the parts of a text.
  private static boolean hasKeyOfParts(String mergeKey, ListValue list) {
    for (Value item : list.items()) {
      if (item instanceof MapValue map
          && (map.get(mergeKey) instanceof MapValue || map.get(mergeKey) instanceof ListValue)) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether two items have the same key.
  static boolean isAmbiguous(String mergeKey, ListValue list) {
    Set<Object> seen = new HashSet<>();
    for (Value item : list.items()) {
      if (item instanceof MapValue map && !seen.add(map.get(mergeKey))) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether the change from `from` to `to` changes parts of an entry, or sets data that a
  /// server treats as directives.
  private static boolean reachesIntoFreeForm(Schema type, MapValue from, MapValue to) {
    return TypeRule.isFreeForm(type)
        && (from.entries().entrySet().stream().anyMatch(entry -> reaches(entry, to))
            || to.entries().entrySet().stream().anyMatch(entry -> isMisread(entry, from)));
  }

  private static boolean isMisread(Map.Entry<String, Value> after, MapValue from) {
    return !after.getValue().equals(from.get(after.getKey()))
        && (Directives.isDirective(after.getKey()) || Directives.isMarkedWithin(after.getValue()));
  }

  private static boolean reaches(Map.Entry<String, Value> before, MapValue to) {
    Value value = before.getValue();
    return switch (to.get(before.getKey())) {
      case MapValue map -> value instanceof MapValue && !map.equals(value);
      case ListValue list -> value instanceof ListValue && !list.equals(value);
      default -> false;
    };
  }

  private static boolean hasStubbornList(Schema type, MapValue from, MapValue to) {
    for (var entry : to.entries().entrySet()) {
      if (entry.getValue() instanceof ListValue after
          && from.get(entry.getKey()) instanceof ListValue before
          && !before.equals(after)
          && isStubborn(type, entry.getKey(), after)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStubborn(Schema type, String key, ListValue list) {
    if (type.field(key).isEmpty()) {
      return false;
    }
    FieldRule rule = FieldRule.ofList(type, key, FieldPath.root());
    return rule.strategy() == Strategy.MERGE
        && !rule.mergeKey().isEmpty()
        && (lacksKey(rule.mergeKey(), list) || isScattered(rule.mergeKey(), list));
  }

  private static boolean hasStubbornItem(FieldRule rule, ListValue from, ListValue to) {
    Map<Object, MapValue> before = new HashMap<>();
    for (Value item : from.items()) {
      if (item instanceof MapValue map) {
        before.put(map.get(rule.mergeKey()), map);
      }
    }
    for (Value item : to.items()) {
      MapValue after = item instanceof MapValue map ? map : MapValue.EMPTY;
      MapValue was = before.getOrDefault(after.get(rule.mergeKey()), after);
      if (!was.equals(after) && hasStubbornList(rule.type(), was, after)) {
        return true;
      }
    }
    return false;
  }

  private static boolean lacksKey(String mergeKey, ListValue list) {
    for (Value item : list.items()) {
      if (item instanceof MapValue map && !map.has(mergeKey)) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether other items are between two items with the same key.
  private static boolean isScattered(String mergeKey, ListValue list) {
    List<Object> runs = new ArrayList<>();
    for (Value item : list.items()) {
      Object key = item instanceof MapValue map ? map.get(mergeKey) : item;
      if (runs.isEmpty() || !runs.getLast().equals(key)) {
        runs.add(key);
      }
    }
    return new HashSet<>(runs).size() < runs.size();
  }
}
