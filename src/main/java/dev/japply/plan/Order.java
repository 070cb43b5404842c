package dev.japply.plan;

import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/// In which order objects are applied.
public enum Order {
  /// By [Wave], and those of one wave at once, begun as they stand in the input.
  DEPENDENCIES,
  /// As they stand in the input, as kubectl does.
  INPUT;

  /// The items in this order, cut where what comes must wait for what came.
  ///
  /// @param object tells an item's object
  /// @param graph what objects name as what they depend on
  public <T> List<List<T>> waves(
      List<T> items, Function<T, KubeObject> object, DependencyGraph graph) {
    return switch (this) {
      case INPUT -> items.stream().map(List::of).toList();
      case DEPENDENCIES -> {
        var waves = new TreeMap<Wave, List<T>>();
        for (T item : items) {
          waves
              .computeIfAbsent(graph.wave(object.apply(item)), wave -> new ArrayList<>())
              .add(item);
        }
        yield List.copyOf(waves.values());
      }
    };
  }
}
