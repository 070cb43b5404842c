package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Pairs the items of two lists: first equal items, then items with an equal name, then the
/// remaining items at the same index. A wrong pair affects only the style, never the value.
final class ItemPairs {
  /// The keys that identify items of Kubernetes' lists, the most specific first.
  private static final List<String> KEYS =
      List.of(
          "name",
          "mountPath",
          "devicePath",
          "containerPort",
          "port",
          "ip",
          "type",
          "topologyKey",
          "key",
          "path",
          "host",
          "image",
          "uid");

  private final List<Value> from;
  private final List<Value> to;
  private final int[] pairs;
  private final Set<Integer> taken = new HashSet<>();

  private ItemPairs(List<Value> from, List<Value> to) {
    this.from = from;
    this.to = to;
    this.pairs = new int[to.size()];
    Arrays.fill(pairs, -1);
  }

  /// Returns for each item of `to` the index of the same item in `from`; -1 if there is none.
  static int[] of(List<Value> from, List<Value> to) {
    var pairs = new ItemPairs(from, to);
    pairs.pairInPlace(Value::equals);
    pairs.pair(Value::equals);
    pairs.pair(ItemPairs::areOneObject);
    for (String key : KEYS) {
      if (!pairs.areComplete() && pairs.identifies(key)) {
        pairs.pair((a, b) -> isNamed(a, b, key));
      }
    }
    pairs.pairInPlace((a, b) -> ofOneForm(a, b) && KEYS.stream().noneMatch(k -> differ(a, b, k)));
    return pairs.pairs;
  }

  /// A comparison of two items.
  @FunctionalInterface
  private interface Same {
    boolean test(Value a, Value b);
  }

  /// Returns whether all items of one list are in pairs.
  private boolean areComplete() {
    return taken.size() == Math.min(from.size(), to.size());
  }

  private void pairInPlace(Same same) {
    for (int i = 0; i < Math.min(from.size(), to.size()); i++) {
      if (pairs[i] < 0 && !taken.contains(i) && same.test(from.get(i), to.get(i))) {
        pairs[i] = i;
        taken.add(i);
      }
    }
  }

  private void pair(Same same) {
    for (int i = 0; i < to.size() && !areComplete(); i++) {
      for (int j = 0; j < from.size() && pairs[i] < 0; j++) {
        if (!taken.contains(j) && same.test(from.get(j), to.get(i))) {
          pairs[i] = j;
          taken.add(j);
        }
      }
    }
  }

  /// Returns whether the value of the key is unique among the items of a list.
  private boolean identifies(String key) {
    return Stream.of(from, to)
        .allMatch(
            list -> list.stream().map(item -> at(item, key)).distinct().count() == list.size());
  }

  /// Returns whether both are objects of the same kind and name.
  private static boolean areOneObject(Value a, Value b) {
    return a instanceof MapValue one
        && b instanceof MapValue other
        && !one.text("kind").isEmpty()
        && one.text("kind").equals(other.text("kind"))
        && one.map("metadata").get("name").equals(other.map("metadata").get("name"));
  }

  private static Object at(Value item, String key) {
    return item instanceof MapValue map ? map.get(key) : item;
  }

  private static boolean isNamed(Value a, Value b, String key) {
    return a instanceof MapValue one
        && b instanceof MapValue other
        && one.get(key) instanceof ScalarValue name
        && name.equals(other.get(key));
  }

  private static boolean differ(Value a, Value b, String key) {
    return a instanceof MapValue one
        && b instanceof MapValue other
        && key.equals("name")
        && !one.get(key).equals(other.get(key));
  }

  private static boolean ofOneForm(Value a, Value b) {
    return a.getClass() == b.getClass() && !(a instanceof ListValue);
  }
}
