package dev.japply.plan;

import static dev.japply.plan.FieldSource.CLAIMED;
import static dev.japply.plan.FieldSource.CONFIG;
import static dev.japply.plan.FieldSource.LIVE;
import static dev.japply.plan.FieldSource.OWNED;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.plan.IgnoredItemPairs.Pair;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Changes items of lists together, so that their numbers stay valid until then.
final class ItemEdits {
  private final FieldValues lists;
  private final Map<FieldSource, Map<Integer, Node>> changed = new LinkedHashMap<>();

  /// The items to add to the manifest, by their number in the live list.
  private final Map<Integer, Value> added = new TreeMap<>();

  ItemEdits(FieldValues lists) {
    this.lists = lists;
  }

  /// Replaces one item.
  ///
  /// @param inserts whether an item that only the live list has is added to the manifest; else no
  ///   manager needs to own it
  void set(Pair pair, FieldValues before, FieldValues after, boolean inserts) {
    for (FieldSource side : List.of(CONFIG, OWNED, CLAIMED)) {
      if (pair.number(side) >= 0) {
        change(side, pair.number(side), after.at(side));
      }
    }
    if (before.at(CONFIG) == MISSING && after.at(CONFIG) instanceof Value live) {
      if (inserts || pair.number(OWNED) < 0) {
        added.put(pair.number(LIVE), live);
      } else {
        change(OWNED, pair.number(OWNED), MISSING);
      }
    }
  }

  private void change(FieldSource side, int number, Node node) {
    changed.computeIfAbsent(side, none -> new LinkedHashMap<>()).put(number, node);
  }

  FieldValues place() {
    return lists.withLists(Map.of(CONFIG, config(), OWNED, list(OWNED), CLAIMED, list(CLAIMED)));
  }

  private Node config() {
    if (added.isEmpty()) {
      return list(CONFIG);
    }
    var items = new ArrayList<Value>();
    if (list(CONFIG) instanceof ListValue list) {
      items.addAll(list.items());
    }
    added.forEach((number, item) -> items.add(Math.min(number, items.size()), item));
    return new ListValue(items);
  }

  private Node list(FieldSource side) {
    if (!(lists.at(side) instanceof ListValue list)) {
      return lists.at(side);
    }
    Map<Integer, Node> changes = changed.getOrDefault(side, Map.of());
    var items = new ArrayList<Value>();
    for (int i = 0; i < list.size(); i++) {
      if (changes.getOrDefault(i, list.items().get(i)) instanceof Value item) {
        items.add(item);
      }
    }
    return new ListValue(items);
  }
}
