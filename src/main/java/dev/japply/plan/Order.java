package dev.japply.plan;

import dev.japply.object.Gvk;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/// In which order objects are applied.
public enum Order {
  /// By [Rank], and those of one rank at once, begun as they stand in the input.
  DEPENDENCIES,
  /// As they stand in the input, as kubectl does.
  INPUT;

  /// The items in this order, cut where what comes must wait for what came.
  ///
  /// @param type tells the type of an item's object
  public <T> List<List<T>> stages(List<T> items, Function<T, Gvk> type) {
    return switch (this) {
      case INPUT -> items.stream().map(List::of).toList();
      case DEPENDENCIES -> {
        var stages = new TreeMap<Rank, List<T>>();
        for (T item : items) {
          stages.computeIfAbsent(Rank.of(type.apply(item)), rank -> new ArrayList<>()).add(item);
        }
        yield List.copyOf(stages.values());
      }
    };
  }
}
