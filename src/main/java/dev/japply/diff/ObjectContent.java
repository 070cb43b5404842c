package dev.japply.diff;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The values of an object without its identity. Each line of a text is a value.
public final class ObjectContent {
  private final Map<Leaf, Integer> counts = new HashMap<>();
  private final int size;

  /// A value, and the path of its field without the indexes of items.
  private record Leaf(String path, Value value) {}

  private ObjectContent(MapValue content) {
    add("", content);
    size = counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  public static ObjectContent of(MapValue object) {
    MapValue metadata = object.map("metadata").without("name").without("namespace");
    return new ObjectContent(
        object.without("apiVersion").without("kind").with("metadata", metadata));
  }

  private void add(String path, Value value) {
    switch (value) {
      case MapValue map -> map.entries().forEach((key, item) -> add(path + "." + key, item));
      case ListValue(List<Value> items) -> items.forEach(item -> add(path + "[]", item));
      case StringValue(String text) when text.indexOf('\n') >= 0 ->
          text.lines().forEach(line -> count(path, Value.text(line)));
      case Value scalar -> count(path, scalar);
    }
  }

  private void count(String path, Value value) {
    counts.merge(new Leaf(path, value), 1, Integer::sum);
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /// Returns the share of the values that both objects have: from 0 to 1, 0 if both are empty.
  public double similarity(ObjectContent other) {
    int common = 0;
    for (var entry : counts.entrySet()) {
      common += Math.min(entry.getValue(), other.counts.getOrDefault(entry.getKey(), 0));
    }
    return size + other.size == 0 ? 0 : 2.0 * common / (size + other.size);
  }
}
