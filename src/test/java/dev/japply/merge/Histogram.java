package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Counts what generated cases exercise: field rule × outcome of every entry of every patch.
final class Histogram {
  private final Map<String, Integer> counts = new TreeMap<>();

  void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  /// How often anything was counted that begins so.
  int sum(String beginning) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(beginning))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /// Counts every entry of a patch.
  void patch(MapValue patch, MapValue live, @Nullable Schema type) {
    patch
        .entries()
        .forEach((key, value) -> {
          if (Directives.isDirective(key)) {
            count("directive  " + key.replaceFirst("/.*", "/…"));
          } else {
            entry(key, value, live, type);
          }
        });
  }

  private void entry(String key, Value value, MapValue live, @Nullable Schema type) {
    Schema child = TypeRule.child(type, key);
    boolean there = live.has(key);
    switch (value) {
      case Value.NullValue() -> count("null       removes " + rule(type, key, live.get(key)));
      case MapValue map when map.has(Directives.PATCH) -> count("map        $patch: replace");
      case MapValue map when !there -> count("map        is added");
      case MapValue map -> {
        count(rule(type, key, map) + (there ? " is patched" : " is added"));
        patch(map, live.map(key), child);
      }
      case ListValue list -> items(rule(type, key, list), list, live, key, child);
      default -> count("scalar     " + (there ? "is changed" : "is added"));
    }
  }

  private void items(
      String rule, ListValue list, MapValue live, String key, @Nullable Schema type) {
    boolean merged = rule.contains("keyed") && live.get(key) instanceof ListValue;
    if (!merged) {
      count(rule + (live.has(key) ? " gets items or is replaced" : " is added"));
      return;
    }
    for (Value item : list.items()) {
      if (item instanceof MapValue map) {
        boolean marked = map.has(Directives.PATCH);
        count(rule + (marked ? " item $patch: " + map.text(Directives.PATCH) : " item is set"));
        if (!marked) {
          patch(map, MapValue.EMPTY, TypeRule.items(type));
        }
      }
    }
  }

  private static String rule(@Nullable Schema type, String key, dev.japply.tree.Node value) {
    if (type != null && !TypeRule.isFreeForm(type) && TypeRule.child(type, key) == null) {
      return "unknown field";
    }
    return switch (value) {
      case MapValue map ->
          TypeRule.ofMap(type, key, FieldPath.root()).strategy() == Strategy.REPLACE
              ? "replace map"
              : TypeRule.ofMap(type, key, FieldPath.root()).retainKeys()
                  ? "retainKeys map"
                  : TypeRule.ofMap(type, key, FieldPath.root()).hasFreeKeys()
                      ? "free map  "
                      : "struct    ";
      case ListValue list -> {
        TypeRule rule = TypeRule.ofList(type, key, FieldPath.root());
        yield rule.strategy() != Strategy.MERGE
            ? "atomic list"
            : rule.merging().isOfTopology()
                ? (rule.merging().isKeyed() ? "shared keyed list" : "shared set")
                : rule.merging().mergeKey().isEmpty()
                    ? "primitive list"
                    : rule.retainKeys() ? "retainKeys keyed list" : "keyed list";
      }
      default -> "scalar    ";
    };
  }

  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(entry -> "%9d  %s".formatted(entry.getValue(), entry.getKey()))
        .collect(Collectors.joining("\n"));
  }
}
