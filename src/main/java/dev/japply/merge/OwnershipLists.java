package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The merge of lists that several writers share: each item is an entry of its own.
record OwnershipLists(ItemMerge items) {
  private static final SequencedMap<String, Value> NO_ITEMS =
      Collections.unmodifiableSequencedMap(new LinkedHashMap<>());

  /// Callback from a list to the enclosing three-way merge.
  interface ItemMerge {
    /// Merges an item that is in both the manifest and the live list.
    ///
    /// @param rule the rule of the list
    MapValue merge(Node owned, MapValue config, MapValue live, FieldRule rule, FieldPath path);

    /// Records an item that is removed because it is no longer in the manifest.
    void removed(Node owned, Value live, FieldRule rule, FieldPath path);
  }

  /// Returns whether the items of a manifest's list can be identified. Unidentifiable items are
  /// left to the server to report in lists that merge by their topology; in lists with a merge key
  /// they are errors. A live item without keys belongs to another writer.
  static boolean fit(FieldRule rule, ListValue list) {
    return !rule.isOfTopology()
        || !rule.isKeyed()
        || list.items().stream().allMatch(MapValue.class::isInstance);
  }

  ListValue merge(Node owned, ListValue config, ListValue live, FieldRule rule, FieldPath path) {
    if (rule.isOfTopology()) {
      return byTopology(owned, config, live, rule, path);
    }
    if (live.isEmpty()) {
      return rule.mergeKey().isEmpty()
          ? new ListValue(config.items().stream().distinct().toList())
          : config.withoutNulls();
    }
    ListValue before = owned instanceof ListValue list ? list : ListValue.EMPTY;
    var kind = GoComparison.itemKind(path, List.of(before.items(), config.items(), live.items()));
    if (kind == GoComparison.Kind.MAP) {
      return identified(before, config, live, rule, path);
    }
    new SetElementOrderMerge(rule.mergeKey()).requireKeys(config.items(), path);
    return primitives(before, config, live, path);
  }

  private ListValue byTopology(
      Node owned, ListValue config, ListValue live, FieldRule rule, FieldPath path) {
    if (live.isEmpty()) {
      return config.withoutNulls();
    }
    ListValue before = owned instanceof ListValue list ? fitting(rule, list) : ListValue.EMPTY;
    return changed(live, identified(before, config, live, rule, path), rule);
  }

  /// Returns the owned items that can be identified. A list of another form was applied with
  /// another schema, and owns none of the live items.
  private static ListValue fitting(FieldRule rule, ListValue owned) {
    return fit(rule, owned)
        ? owned
        : new ListValue(owned.items().stream().filter(MapValue.class::isInstance).toList());
  }

  /// Returns the list to send; the live list if no item changes its position.
  private static ListValue changed(ListValue live, ListValue merged, FieldRule rule) {
    var before = ItemIdentity.of(rule, Stream.of(live)).index(live).values();
    return merged.items().equals(List.copyOf(before)) ? live : merged.withoutNulls();
  }

  /// Returns the live list without the owned items; `Missing` if no item remains.
  Node without(ListValue live, ListValue applied, FieldRule rule, FieldPath path) {
    if (live.isEmpty()) {
      return Missing.MISSING;
    }
    if (applied.isEmpty()) {
      return live;
    }
    if (applied.equals(live)) {
      return Missing.MISSING; // also items that nothing identifies
    }
    if (!rule.isOfTopology() && !areOfOneKind(applied, live)) {
      return Missing.MISSING;
    }
    ListValue owned = fitting(rule, applied);
    List<Value> left;
    if (rule.isOfTopology() || live.items().getFirst() instanceof MapValue) {
      var identity = ItemIdentity.of(rule, Stream.of(owned, live));
      var items = new Items(identity.index(owned), NO_ITEMS, identity.index(live), rule);
      released(items, path);
      left = ItemIdentity.without(items.live(), items.owned());
    } else {
      var gone = new HashSet<>(owned.items());
      left = live.items().stream().filter(item -> !gone.contains(item)).toList();
    }
    if (left.isEmpty()) {
      return Missing.MISSING;
    }
    var list = new ListValue(left);
    return rule.isOfTopology() ? changed(live, list, rule) : list;
  }

  private static boolean areOfOneKind(ListValue a, ListValue b) {
    var kinds =
        Stream.of(a, b)
            .flatMap(list -> list.items().stream())
            .map(GoComparison::kind)
            .distinct()
            .toList();
    return kinds.size() == 1 && !kinds.contains(GoComparison.Kind.LIST);
  }

  private static ListValue primitives(
      ListValue owned, ListValue config, ListValue live, FieldPath path) {
    var gone = new HashSet<>(owned.items());
    config.items().forEach(gone::remove);
    var left = live.items().stream().filter(item -> !gone.contains(item)).toList();
    var all = new LinkedHashSet<>(left);
    boolean adds = all.addAll(config.items());
    var order = new SetElementOrderMerge("");
    var result =
        order.interleave(
            order.split(List.copyOf(all), config.items()), config.items(), live.items(), path);
    if (adds) {
      return new ListValue(result);
    }
    boolean moves = !result.equals(List.copyOf(all));
    return new ListValue(moves ? withRepeats(result, left) : left);
  }

  /// Returns every item as often as it occurs in `counts`, with repeats next to each other: the
  /// server does the same with a list that it reorders.
  private static List<Value> withRepeats(List<Value> items, List<Value> counts) {
    Map<Value, List<Value>> equal = counts.stream().collect(Collectors.groupingBy(item -> item));
    return items.stream().flatMap(item -> equal.getOrDefault(item, List.of()).stream()).toList();
  }

  private ListValue identified(
      ListValue owned, ListValue config, ListValue live, FieldRule rule, FieldPath path) {
    requireKeys(config, rule, path);
    var identity = ItemIdentity.of(rule, owned, config, live);
    var items =
        new Items(identity.index(owned), identity.index(config), identity.index(live), rule);
    var named = new ArrayList<IdentifiedItem>();
    for (var entry : items.config().entrySet()) {
      FieldPath at = path.index(named.size());
      named.add(
          new IdentifiedItem(entry.getKey(), item(entry.getKey(), entry.getValue(), items, at)));
    }
    var others = new ArrayList<IdentifiedItem>();
    items
        .live()
        .forEach((id, item) -> {
          if (!items.config().containsKey(id) && !items.owned().containsKey(id)) {
            others.add(new IdentifiedItem(id, item));
          }
        });
    released(items, path);
    Map<String, Integer> order = places(items.live());
    List<IdentifiedItem> result = interleave(named, others, order);
    if (!occurrencesInOrder(result)) {
      result = following(interleave(named, withoutFollowers(others, items), order), others);
    }
    return ListValue.of(result, IdentifiedItem::item);
  }

  private static void requireKeys(ListValue config, FieldRule rule, FieldPath path) {
    if (!rule.isOfTopology()) {
      new SetElementOrderMerge(rule.mergeKey()).requireKeys(config.items(), path);
      return;
    }
    for (String key : rule.listMapKeys()) {
      boolean defaulted =
          rule.type().field(key).filter(f -> f.rule().defaultValue() instanceof Value).isPresent();
      if (!defaulted) {
        new SetElementOrderMerge(key).requireKeys(config.items(), path);
      }
    }
  }

  /// Takes note of the items that go.
  private void released(Items items, FieldPath path) {
    int i = 0;
    for (var entry : items.live().entrySet()) {
      Value owned = items.owned().get(entry.getKey());
      if (owned != null && !items.config().containsKey(entry.getKey())) {
        this.items.removed(owned, entry.getValue(), items.rule(), path.index(i));
      }
      i++;
    }
  }

  private record Items(
      SequencedMap<String, Value> owned,
      SequencedMap<String, Value> config,
      SequencedMap<String, Value> live,
      FieldRule rule) {}

  private record IdentifiedItem(String id, Value item) {}

  private Value item(String id, Value config, Items items, FieldPath path) {
    FieldRule rule = items.rule();
    return switch (items.live().get(id)) {
      case null -> Value.withoutNulls(config);
      case MapValue live when config instanceof MapValue want && rule.isKeyed() -> {
        Node owned = nodeAt(items.owned(), id);
        yield this.items.merge(owned, want, live, rule, path);
      }
      case Value live -> live;
    };
  }

  private static Node nodeAt(Map<String, Value> items, String id) {
    Value item = items.get(id);
    return item == null ? Missing.MISSING : item;
  }

  private static Map<String, Integer> places(SequencedMap<String, Value> items) {
    var places = new HashMap<String, Integer>();
    items.keySet().forEach(id -> places.put(id, places.size()));
    return places;
  }

  /// Merges the manifest's items in their order with the others in the live order, and keeps both
  /// orders.
  private static List<IdentifiedItem> interleave(
      List<IdentifiedItem> named, List<IdentifiedItem> others, Map<String, Integer> liveOrder) {
    var result = new ArrayList<IdentifiedItem>();
    int i = 0;
    int j = 0;
    while (i < others.size() || j < named.size()) {
      boolean other =
          j >= named.size()
              || (i < others.size()
                  && place(liveOrder, others.get(i)) < place(liveOrder, named.get(j)));
      result.add(other ? others.get(i++) : named.get(j++));
    }
    return result;
  }

  /// Returns the position of an item in the live list; -1 for items that are not live, which come
  /// first.
  private static int place(Map<String, Integer> liveOrder, IdentifiedItem entry) {
    return liveOrder.getOrDefault(entry.id(), -1);
  }

  /// Returns whether items with the same keys are in the order of their counters: the next merge
  /// must give them the same identity again.
  private static boolean occurrencesInOrder(List<IdentifiedItem> entries) {
    var last = new HashMap<String, Integer>();
    for (IdentifiedItem entry : entries) {
      int occurrence = ItemIdentity.occurrence(entry.id());
      Integer before = last.put(ItemIdentity.firstOccurrence(entry.id()), occurrence);
      if (before != null && before > occurrence) {
        return false;
      }
    }
    return true;
  }

  private static List<IdentifiedItem> withoutFollowers(List<IdentifiedItem> others, Items items) {
    return others.stream()
        .filter(entry ->
            ItemIdentity.firstOccurrence(entry.id()).equals(entry.id())
                || !items.config().containsKey(ItemIdentity.firstOccurrence(entry.id())))
        .toList();
  }

  /// Returns the entries with each missing entry of `others` inserted after the last one with the
  /// same keys.
  private static List<IdentifiedItem> following(
      List<IdentifiedItem> entries, List<IdentifiedItem> others) {
    var result = new ArrayList<>(entries);
    for (IdentifiedItem other : others) {
      if (!result.contains(other)) {
        String first = ItemIdentity.firstOccurrence(other.id());
        int at = result.size();
        while (at > 0 && !ItemIdentity.firstOccurrence(result.get(at - 1).id()).equals(first)) {
          at--;
        }
        result.add(at, other);
      }
    }
    return result;
  }
}
