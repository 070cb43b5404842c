package dev.japply.plan;

import static dev.japply.plan.FieldSource.CLAIMED;
import static dev.japply.plan.FieldSource.CONFIG;
import static dev.japply.plan.FieldSource.LIVE;
import static dev.japply.plan.FieldSource.OWNED;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.plan.FieldPattern.Pick;
import dev.japply.plan.FieldReference.Step;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.ItemNames;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Matches the list items of a pattern across documents: by keys if items have owners of their own,
/// otherwise by the pattern, or by number.
///
/// @param strategic whether the lists are merged by their merge key alone, unless two items of one
///   list have the same
record IgnoredItemPairs(Pick pick, FieldValues lists, FieldType type, boolean strategic) {
  private static final int NONE = -1;

  /// One item.
  ///
  /// @param numbers its number in each document that has it
  /// @param keys the keys in its path; empty if the path has its number or the whole item
  record Pair(Map<FieldSource, Integer> numbers, Set<String> keys) {
    /// Its number there; negative where it is not.
    int number(FieldSource side) {
      return numbers.getOrDefault(side, NONE);
    }

    /// The item itself in `lists`.
    FieldValues in(FieldValues lists) {
      return lists.below((side, list) -> item(list, number(side)));
    }

    FieldPath path(FieldPath list, FieldValues item) {
      Node node =
          item.nodes().values().stream()
              .filter(Value.class::isInstance)
              .findFirst()
              .orElse(MISSING);
      if (!(node instanceof MapValue map)) {
        return node instanceof Value.ScalarValue value ? list.item(value) : list.index(place());
      }
      MapValue identity = identity(map);
      // Where the merge key alone pairs items, the live one may have another of the other keys.
      boolean other =
          item.at(LIVE) instanceof MapValue live
              && identity.entries().entrySet().stream()
                  .anyMatch(key -> !key.getValue().equals(live.get(key.getKey())));
      MapValue own = other ? identity((MapValue) item.at(LIVE)) : identity;
      return own.isEmpty() ? list.index(place()) : list.item(own);
    }

    private MapValue identity(MapValue item) {
      MapValue identity = MapValue.EMPTY;
      for (String key : keys) {
        identity = item.get(key) instanceof Value value ? identity.with(key, value) : identity;
      }
      return identity;
    }

    private int place() {
      return numbers.values().stream().findFirst().orElse(0);
    }
  }

  List<Pair> pairs() {
    if (type.merges()) {
      return byIdentity();
    }
    return pick instanceof Pick.Named || pick instanceof Pick.Same ? byWords() : byNumber();
  }

  private static Node item(Node list, int number) {
    return list instanceof ListValue(List<Value> items) && number >= 0 && number < items.size()
        ? items.get(number)
        : MISSING;
  }

  private static int size(Node list) {
    return list instanceof ListValue items ? items.size() : 0;
  }

  /// Pairs items with the same keys or the same value.
  private List<Pair> byIdentity() {
    List<String> keys = keys();
    var groups = new ArrayList<Map<FieldSource, Integer>>();
    for (FieldSource side : FieldSource.values()) {
      for (int i = 0; i < size(lists.at(side)); i++) {
        Node item = item(lists.at(side), i);
        Map<FieldSource, Integer> group =
            groups.stream()
                .filter(other -> !other.containsKey(side) && isIn(other, item, keys))
                .findFirst()
                .orElseGet(() -> begin(groups));
        group.put(side, i);
      }
    }
    return groups.stream()
        .filter(this::isMeant)
        .map(group -> new Pair(group, new LinkedHashSet<>(type.allKeys())))
        .toList();
  }

  private static Map<FieldSource, Integer> begin(List<Map<FieldSource, Integer>> groups) {
    var group = new EnumMap<FieldSource, Integer>(FieldSource.class);
    groups.add(group);
    return group;
  }

  /// Returns the keys that pair items, as the merge pairs them.
  private List<String> keys() {
    var names = new ItemNames(type.keys());
    boolean alone =
        strategic
            && !names.keys().isEmpty()
            && Stream.of(OWNED, CONFIG, LIVE)
                .map(lists::at)
                .noneMatch(node -> node instanceof ListValue list && !names.areDistinct(list));
    return alone ? names.keys() : type.allKeys();
  }

  private boolean isIn(Map<FieldSource, Integer> group, Node item, List<String> keys) {
    return group.entrySet().stream()
        .limit(1)
        .anyMatch(first -> isSame(item(lists.at(first.getKey()), first.getValue()), item, keys));
  }

  /// A manifest may leave out a key that has a default.
  private boolean isSame(Node one, Node other, List<String> keys) {
    if (!(one instanceof MapValue a && other instanceof MapValue b)) {
      return one.equals(other);
    }
    return keys.stream().anyMatch(key -> a.has(key) && b.has(key))
        && keys.stream().allMatch(key -> agree(type.itemKey(a, key), type.itemKey(b, key)));
  }

  private static boolean agree(Node one, Node other) {
    return !(one instanceof Value) || !(other instanceof Value) || one.equals(other);
  }

  private boolean isMeant(Map<FieldSource, Integer> group) {
    if (pick instanceof Pick.Token(String text)) {
      return Stream.of(CONFIG, LIVE, CLAIMED)
          .filter(side -> lists.at(side) instanceof ListValue)
          .limit(1)
          .anyMatch(side -> text.equals(Integer.toString(group.getOrDefault(side, NONE))));
    }
    return group.entrySet().stream()
        .anyMatch(one ->
            item(lists.at(one.getKey()), one.getValue()) instanceof Value item && means(item));
  }

  private boolean means(Value item) {
    return switch (pick) {
      case Pick.Named(Step step) -> step.bracketed() && step.matches(item);
      case Pick.Every every -> true;
      case Pick.Same(MapValue keys) ->
          item instanceof MapValue map
              && keys.entries().entrySet().stream()
                  .allMatch(key ->
                      !map.has(key.getKey()) || map.get(key.getKey()).equals(key.getValue()));
      case Pick.Same(Value value) -> value.equals(item);
      case Pick.Token token -> false;
    };
  }

  /// Pairs the items that match the pattern, by their order in each list.
  private List<Pair> byWords() {
    var groups = new ArrayList<Map<FieldSource, Integer>>();
    for (FieldSource side : FieldSource.values()) {
      int found = 0;
      for (int i = 0; i < size(lists.at(side)); i++) {
        if (item(lists.at(side), i) instanceof Value item && means(item)) {
          Map<FieldSource, Integer> group =
              found < groups.size() ? groups.get(found) : begin(groups);
          group.put(side, i);
          found++;
        }
      }
    }
    return groups.stream().map(group -> new Pair(group, words())).toList();
  }

  private Set<String> words() {
    var keys = new LinkedHashSet<String>();
    if (pick instanceof Pick.Named(Step step)) {
      step.pairs().forEach(pair -> keys.add(pair[0]));
    } else if (pick instanceof Pick.Same(MapValue identity)) {
      keys.addAll(identity.entries().keySet());
    }
    return keys;
  }

  private List<Pair> byNumber() {
    int longest = lists.nodes().values().stream().mapToInt(IgnoredItemPairs::size).max().orElse(0);
    var pairs = new ArrayList<Pair>();
    for (int i = 0; i < longest; i++) {
      boolean meant =
          pick instanceof Pick.Every
              || (pick instanceof Pick.Token(String text) && text.equals(Integer.toString(i)));
      if (meant) {
        pairs.add(new Pair(numbered(i), Set.of()));
      }
    }
    return pairs;
  }

  private Map<FieldSource, Integer> numbered(int number) {
    var group = new EnumMap<FieldSource, Integer>(FieldSource.class);
    for (FieldSource side : FieldSource.values()) {
      if (number < size(lists.at(side))) {
        group.put(side, number);
      }
    }
    return group;
  }
}
