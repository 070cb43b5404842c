package dev.japply.plan;

import dev.japply.object.Gvk;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// In which order objects are applied.
public enum Order {
  /// By [Rank], and those of one rank as they stand in the input.
  DEPENDENCIES,
  /// As they stand in the input, as kubectl does.
  INPUT;

  /// The items in this order.
  ///
  /// @param type tells the type of an item's object
  public <T> List<T> sort(List<T> items, Function<T, Gvk> type) {
    return switch (this) {
      case INPUT -> List.copyOf(items);
      case DEPENDENCIES ->
          items.stream().sorted(Comparator.comparing(item -> Rank.of(type.apply(item)))).toList();
    };
  }
}
