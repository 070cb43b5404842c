package dev.japply.plan;

import static dev.japply.plan.IgnoredFields.CLAIMED;
import static dev.japply.plan.IgnoredFields.CONFIG;
import static dev.japply.plan.IgnoredFields.LIVE;
import static dev.japply.plan.IgnoredFields.OWNED;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.plan.FieldPattern.Pick;
import dev.japply.plan.FieldReference.Step;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.ItemNames;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// Matches the list items of a pattern across documents: by keys if items have owners of their own,
/// otherwise by the pattern, or by number.
///
/// @param strategic whether the lists are merged by their merge key alone, unless two items of one
///   list have the same
record IgnoredItemPairs(Pick pick, Place lists, boolean strategic) {
  private static final int NONE = -1;

  /// One item.
  ///
  /// @param numbers its number in each document; negative where it is not
  record Pair(Place item, List<Integer> numbers) {}

  List<Pair> pairs() {
    if (lists.type().merges()) {
      return byIdentity();
    }
    return pick instanceof Pick.Named || pick instanceof Pick.Same ? byWords() : byNumber();
  }

  private List<Value> items(int document) {
    return lists.at(document) instanceof ListValue(List<Value> items) ? items : List.of();
  }

  private Node item(int document, List<Integer> numbers) {
    int number = numbers.get(document);
    return number == NONE ? MISSING : items(document).get(number);
  }

  private List<Integer> begin(List<List<Integer>> groups) {
    groups.add(new ArrayList<>(Collections.nCopies(lists.nodes().size(), NONE)));
    return groups.getLast();
  }

  /// @param keys the keys in the path; empty if that has the number or the whole item
  private Pair pair(List<Integer> numbers, List<String> keys) {
    List<Node> nodes =
        IntStream.range(0, numbers.size()).mapToObj(document -> item(document, numbers)).toList();
    int first = numbers.stream().filter(number -> number != NONE).findFirst().orElse(0);
    FieldPath list = lists.path();
    FieldPath path =
        switch (nodes.stream().filter(Value.class::isInstance).findFirst().orElse(MISSING)) {
          case MapValue map when keys.stream().anyMatch(map::has) ->
              list.item(name(map, keys, numbers));
          case ScalarValue value when isOnly(value, nodes) -> list.item(value);
          default -> list.index(first);
        };
    return new Pair(new Place(path, lists.type().item(), nodes), numbers);
  }

  /// Returns the name of an item. A key that it leaves out is in the name if that is also the name
  /// of another item: a port without a protocol is another one than that for UDP.
  private Value name(MapValue item, List<String> keys, List<Integer> numbers) {
    Value name = new ItemNames(keys).of(item);
    boolean shared =
        IntStream.range(0, numbers.size())
            .anyMatch(document ->
                lists.at(document) instanceof ListValue list
                    && list.places(name).stream()
                        .anyMatch(place -> !place.equals(numbers.get(document))));
    if (!shared) {
      return name;
    }
    MapValue whole = item;
    for (String key : keys) {
      whole =
          lists.type().itemKey(item, key) instanceof Value value ? whole.with(key, value) : whole;
    }
    return new ItemNames(keys).of(whole);
  }

  private static boolean isOnly(Value value, List<Node> nodes) {
    return nodes.stream().allMatch(node -> node instanceof Missing || node.equals(value));
  }

  /// Pairs items with the same keys or the same value.
  private List<Pair> byIdentity() {
    List<String> keys = keys(OWNED, CONFIG, LIVE); // as the merge pairs them
    var groups = new ArrayList<List<Integer>>();
    var firsts = new ArrayList<Value>();
    for (int document = 0; document < lists.nodes().size(); document++) {
      for (int i = 0; i < items(document).size(); i++) {
        Value item = items(document).get(i);
        int group = 0;
        while (group < groups.size()
            && (groups.get(group).get(document) != NONE
                || !isSame(firsts.get(group), item, keys))) {
          group++;
        }
        if (group == groups.size()) {
          begin(groups);
          firsts.add(item);
        }
        groups.get(group).set(document, i);
      }
    }
    List<String> named = keys(CONFIG, LIVE);
    return groups.stream().filter(this::isMeant).map(group -> pair(group, named)).toList();
  }

  /// Returns the keys that identify the items of some documents.
  private List<String> keys(int... documents) {
    var names = new ItemNames(lists.type().keys());
    boolean alone =
        strategic
            && !names.keys().isEmpty()
            && names.areDistinct(lists.only(documents).nodes())
            && !lists.type().itemKeys().addApart(items(OWNED), items(CONFIG), items(LIVE));
    return alone ? names.keys() : lists.type().allKeys();
  }

  /// A manifest may leave out a key that has a default.
  private boolean isSame(Value one, Value other, List<String> keys) {
    if (!(one instanceof MapValue a && other instanceof MapValue b)) {
      return one.equals(other);
    }
    FieldType list = lists.type();
    return keys.stream().anyMatch(key -> a.has(key) && b.has(key))
        && keys.stream().allMatch(key -> agree(list.itemKey(a, key), list.itemKey(b, key)));
  }

  private static boolean agree(Node one, Node other) {
    return !(one instanceof Value) || !(other instanceof Value) || one.equals(other);
  }

  private boolean isMeant(List<Integer> group) {
    if (pick instanceof Pick.Token(String text)) {
      return IntStream.of(CONFIG, LIVE, CLAIMED)
          .filter(document -> lists.at(document) instanceof ListValue)
          .limit(1)
          .anyMatch(document -> text.equals(Integer.toString(group.get(document))));
    }
    return IntStream.range(0, group.size())
        .anyMatch(document -> item(document, group) instanceof Value item && means(item));
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
    var groups = new ArrayList<List<Integer>>();
    for (int document = 0; document < lists.nodes().size(); document++) {
      int found = 0;
      for (int i = 0; i < items(document).size(); i++) {
        if (means(items(document).get(i))) {
          (found < groups.size() ? groups.get(found) : begin(groups)).set(document, i);
          found++;
        }
      }
    }
    List<String> keys =
        switch (pick) {
          case Pick.Named(Step step) -> step.pairs().stream().map(pair -> pair[0]).toList();
          case Pick.Same(MapValue(var identity)) -> List.copyOf(identity.keySet());
          case Pick.Same value -> List.of();
          case Pick.Every every -> List.of();
          case Pick.Token token -> List.of();
        };
    return groups.stream().map(group -> pair(group, keys)).toList();
  }

  private List<Pair> byNumber() {
    var groups = new ArrayList<List<Integer>>();
    for (int document = 0; document < lists.nodes().size(); document++) {
      for (int i = 0; i < items(document).size(); i++) {
        (i < groups.size() ? groups.get(i) : begin(groups)).set(document, i);
      }
    }
    return IntStream.range(0, groups.size())
        .filter(i ->
            pick instanceof Pick.Every
                || (pick instanceof Pick.Token(String text) && text.equals(Integer.toString(i))))
        .mapToObj(i -> pair(groups.get(i), List.of()))
        .toList();
  }
}
