package dev.japply.merge;

import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Makes a failing triple smaller, entry by entry, as long as it still fails.
final class Shrinker {
  private Shrinker() {}

  static Triple shrink(Triple triple, Predicate<Triple> fails) {
    Triple smallest = triple;
    for (boolean progress = true; progress; ) {
      progress = false;
      for (Triple smaller : smaller(smallest)) {
        if (fails(fails, smaller)) {
          smallest = smaller;
          progress = true;
          break;
        }
      }
    }
    return smallest;
  }

  private static boolean fails(Predicate<Triple> fails, Triple triple) {
    try {
      return fails.test(triple);
    } catch (MergeException e) {
      return false;
    }
  }

  private static List<Triple> smaller(Triple triple) {
    var all = new ArrayList<Triple>();
    if (triple.lastApplied() instanceof MapValue last) {
      all.add(triple.with(Missing.MISSING, triple.config(), triple.live()));
      smaller(last).forEach(map -> all.add(triple.with(map, triple.config(), triple.live())));
    }
    Node last = triple.lastApplied();
    smaller(triple.config()).forEach(map -> all.add(triple.with(last, map, triple.live())));
    smaller(triple.live()).forEach(map -> all.add(triple.with(last, triple.config(), map)));
    return all;
  }

  /// The map without one of its entries, at any depth, the large ones first.
  private static List<MapValue> smaller(MapValue map) {
    var all = new ArrayList<MapValue>();
    map.entries().keySet().forEach(key -> all.add(map.without(key)));
    map.entries()
        .forEach((key, value) -> smallerValues(value).forEach(v -> all.add(map.with(key, v))));
    return all;
  }

  private static List<? extends Value> smallerValues(Value value) {
    return switch (value) {
      case MapValue map -> smaller(map);
      case ListValue list -> smaller(list);
      default -> List.of();
    };
  }

  private static List<Value> smaller(ListValue list) {
    var all = new ArrayList<Value>();
    for (int i = 0; i < list.size(); i++) {
      var without = new ArrayList<>(list.items());
      Value item = without.remove(i);
      all.add(new ListValue(without));
      for (Value smaller : smallerValues(item)) {
        var with = new ArrayList<>(list.items());
        with.set(i, smaller);
        all.add(new ListValue(with));
      }
    }
    return all;
  }
}
