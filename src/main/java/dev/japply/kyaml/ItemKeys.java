package dev.japply.kyaml;

import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The keys of the items of one list of maps, and the items that have the same ones.
///
/// @param all the keys of server-side apply, or else the merge key
/// @param mergeKey empty if the list has only keys of server-side apply
/// @param item the field of an item in the schema
record ItemKeys(
    List<String> all, String mergeKey, Optional<Schema.Field> item, ScalarStyle spelling) {
  /// The place of no item.
  static final int NONE = -1;

  /// Returns the keys of a list; empty if its items are not maps with keys.
  static Optional<ItemKeys> of(Schema.Field list, ScalarStyle spelling) {
    String mergeKey = list.rule().mergeKey();
    List<String> all = KyamlItems.keys(list);
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ItemKeys(all, mergeKey, Optional.ofNullable(KnownFields.item(list)), spelling));
  }

  /// Returns the key that an item needs, but lacks; empty if it has what it needs, or is a single
  /// value or a list.
  Optional<String> lacking(Value item) {
    if (!(item instanceof MapValue) && !KnownFields.isNothing(item)) {
      return Optional.empty();
    }
    List<String> needed = mergeKey.isEmpty() ? all : List.of(mergeKey);
    return needed.stream().anyMatch(key -> !written(item, key).isEmpty())
        ? Optional.empty()
        : Optional.of(needed.getFirst());
  }

  /// Returns for each of `items` the place of the item of `patch` that names it, or [#NONE].
  ///
  /// Of several items with equal keys, each has its counterpart in the order of both lists; the
  /// last one of the patch counts for any further ones. An item of the patch that omits a key, such
  /// as the protocol, also names the only item without another counterpart that has its other keys.
  int[] named(List<Value> items, List<Value> patch) {
    Map<List<String>, List<Integer>> byKeys = new HashMap<>();
    for (int i = 0; i < patch.size(); i++) {
      if (patch.get(i) instanceof MapValue map && lacking(map).isEmpty()) {
        byKeys.computeIfAbsent(values(map), none -> new ArrayList<>()).add(i);
      }
    }
    int[] named = new int[items.size()];
    Arrays.fill(named, NONE);
    Map<List<String>, Integer> seen = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof MapValue map) {
        List<Integer> places = byKeys.getOrDefault(values(map), List.of());
        if (!places.isEmpty()) {
          int occurrence = seen.merge(values(map), 1, Integer::sum) - 1;
          named[i] = places.get(Math.min(occurrence, places.size() - 1));
        }
      }
    }
    for (int i = 0; i < patch.size(); i++) {
      if (all.size() > 1
          && patch.get(i) instanceof MapValue map
          && lacking(map).isEmpty()
          && !contains(named, i)) {
        addOnlyCandidate(named, items, map, i);
      }
    }
    return named;
  }

  static boolean contains(int[] places, int place) {
    return Arrays.stream(places).anyMatch(known -> known == place);
  }

  private void addOnlyCandidate(int[] named, List<Value> items, MapValue patch, int place) {
    List<String> given = all.stream().filter(key -> !written(patch, key).isEmpty()).toList();
    if (given.size() == all.size()) {
      return;
    }
    int found = NONE;
    for (int i = 0; i < items.size(); i++) {
      Value item = items.get(i);
      if (named[i] == NONE
          && given.stream().allMatch(key -> written(item, key).equals(written(patch, key)))) {
        if (found != NONE) {
          return;
        }
        found = i;
      }
    }
    if (found != NONE) {
      named[found] = place;
    }
  }

  private List<String> values(MapValue item) {
    return all.stream().map(key -> value(item, key)).toList();
  }

  private String value(MapValue item, String key) {
    String written = written(item, key);
    if (!written.isEmpty()) {
      return written;
    }
    Node declared =
        item()
            .flatMap(type -> type.type().field(key))
            .<Node>map(field -> field.rule().defaultValue())
            .orElse(Missing.MISSING);
    if (declared instanceof Value value) {
      return spelling.text(value);
    }
    // kyaml's copy of the built-in types has no defaults, and of their keys only this one has any.
    return !mergeKey.isEmpty() && key.equals("protocol") ? "TCP" : "";
  }

  private String written(Value item, String key) {
    Node value = item instanceof MapValue map ? map.get(key) : Missing.MISSING;
    return value instanceof Value known && !KnownFields.isNothing(known)
        ? spelling.text(known)
        : "";
  }
}
