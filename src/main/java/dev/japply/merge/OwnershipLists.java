package dev.japply.merge;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// The merge of lists with strategy `merge`, for [OwnershipMerge]: each item is an entry of its
/// own.
final class OwnershipLists {
  private static final SequencedMap<String, MapValue> NO_ITEMS =
      Collections.unmodifiableSequencedMap(new LinkedHashMap<>());

  private final OwnershipMerge maps;

  OwnershipLists(OwnershipMerge maps) {
    this.maps = maps;
  }

  ListValue merge(Node owned, ListValue config, ListValue live, FieldRule rule, FieldPath path) {
    if (live.isEmpty()) {
      return (ListValue) Nulls.drop(config);
    }
    ListValue before = owned instanceof ListValue list ? list : ListValue.EMPTY;
    var kind = GoValue.itemKind(path, List.of(before.items(), config.items(), live.items()));
    return kind == GoValue.Kind.MAP
        ? keyed(before, config, live, rule, path)
        : primitives(before, config, live, path);
  }

  /// The live list without what was owned; `Missing` when that leaves nothing of it.
  Node without(ListValue live, ListValue owned, FieldRule rule, FieldPath path) {
    if (live.isEmpty() || owned.isEmpty()) {
      return live;
    }
    var kind = GoValue.itemKind(path, List.of(owned.items(), live.items()));
    List<Value> left;
    if (kind == GoValue.Kind.MAP) {
      var identity = ItemIdentity.of(rule, Stream.of(owned, live));
      var items = new Items(identity.index(owned), NO_ITEMS, identity.index(live), rule);
      released(items, path);
      left = ItemIdentity.without(items.live(), items.owned());
    } else {
      var gone = new HashSet<>(owned.items());
      left = live.items().stream().filter(item -> !gone.contains(item)).toList();
    }
    return left.isEmpty() ? Missing.MISSING : new ListValue(left);
  }

  private static ListValue primitives(
      ListValue owned, ListValue config, ListValue live, FieldPath path) {
    var wanted = new HashSet<>(config.items());
    var gone = new HashSet<>(owned.items());
    gone.removeAll(wanted);
    var all = new ArrayList<>(live.items());
    all.removeIf(gone::contains);
    all.addAll(config.items());
    var distinct = all.stream().distinct().toList();
    var order = new ElementOrder("");
    var result =
        order.interleave(order.split(distinct, config.items()), config.items(), live.items(), path);
    boolean same = result.equals(live.items().stream().distinct().toList());
    return same ? live : new ListValue(result);
  }

  private ListValue keyed(
      ListValue owned, ListValue config, ListValue live, FieldRule rule, FieldPath path) {
    new ElementOrder(rule.mergeKey()).requireKeys(config.items(), path);
    var identity = ItemIdentity.of(rule, Stream.of(owned, config, live));
    var items =
        new Items(identity.index(owned), identity.index(config), identity.index(live), rule);
    var named = new ArrayList<Entry>();
    for (var entry : items.config().entrySet()) {
      named.add(new Entry(entry.getKey(), item(entry.getKey(), entry.getValue(), items, path)));
    }
    var others = new ArrayList<Entry>();
    items
        .live()
        .forEach((id, item) -> {
          if (!items.config().containsKey(id) && !items.owned().containsKey(id)) {
            others.add(new Entry(id, item));
          }
        });
    released(items, path);
    return interleave(named, others, List.copyOf(items.live().keySet()));
  }

  /// Takes note of the items that go.
  private void released(Items items, FieldPath path) {
    int i = 0;
    for (var entry : items.live().entrySet()) {
      MapValue owned = items.owned().get(entry.getKey());
      if (owned != null && !items.config().containsKey(entry.getKey())) {
        maps.released(path.index(i), owned, entry.getValue(), Optional.of(items.rule().type()));
      }
      i++;
    }
  }

  private record Items(
      SequencedMap<String, MapValue> owned,
      SequencedMap<String, MapValue> config,
      SequencedMap<String, MapValue> live,
      FieldRule rule) {}

  private record Entry(String id, Value item) {}

  private Value item(String id, MapValue config, Items items, FieldPath path) {
    MapValue live = items.live().get(id);
    if (live == null) {
      return Nulls.drop(config);
    }
    Node owned = nodeAt(items.owned(), id);
    FieldRule rule = items.rule();
    FieldPath at = path.index(List.copyOf(items.config().keySet()).indexOf(id));
    MapValue merged = maps.maps(owned, config, live, Optional.of(rule.type()), at);
    return rule.retainKeys() ? OwnershipMerge.retain(merged, config) : merged;
  }

  private static Node nodeAt(Map<String, MapValue> items, String id) {
    MapValue item = items.get(id);
    return item == null ? Missing.MISSING : item;
  }

  /// The manifest's items in its order, the others in the live order, neither broken.
  private static ListValue interleave(
      List<Entry> named, List<Entry> others, List<String> liveOrder) {
    var result = new ArrayList<Value>();
    int i = 0;
    int j = 0;
    while (i < others.size() || j < named.size()) {
      boolean other =
          j >= named.size()
              || (i < others.size()
                  && liveOrder.contains(named.get(j).id())
                  && liveOrder.indexOf(others.get(i).id()) < liveOrder.indexOf(named.get(j).id()));
      result.add(other ? others.get(i++).item() : named.get(j++).item());
    }
    return new ListValue(result);
  }
}
