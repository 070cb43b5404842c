package dev.japply.plan;

import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/// The order of applying objects.
public enum Order {
  /// Order of [Wave]. Objects of one wave are applied in parallel, started in input order.
  DEPENDENCIES,
  /// In input order, as kubectl does.
  INPUT;

  /// Returns the items in this order, split where later items must wait for earlier ones.
  ///
  /// @param object returns an item's object
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
