package dev.japply.plan;

import static dev.japply.plan.IgnoredFields.CLAIMED;
import static dev.japply.plan.IgnoredFields.CONFIG;
import static dev.japply.plan.IgnoredFields.LIVE;
import static dev.japply.plan.IgnoredFields.OWNED;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.plan.IgnoredItemPairs.Pair;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Changes items of lists together, so that their numbers stay valid until then.
final class ItemEdits {
  private final Place lists;
  private final Map<Integer, Map<Integer, Node>> changed = new LinkedHashMap<>();

  /// The items to add to the manifest, by their number in the live list.
  private final Map<Integer, Value> added = new TreeMap<>();

  ItemEdits(Place lists) {
    this.lists = lists;
  }

  /// Replaces one item.
  ///
  /// @param inserts whether an item that only the live list has is added to the manifest; else no
  ///   manager needs to own it
  void set(Pair pair, Place after, boolean inserts) {
    for (int document : List.of(CONFIG, OWNED, CLAIMED)) {
      change(document, pair, after.at(document));
    }
    if (pair.item().at(CONFIG) == MISSING && after.at(CONFIG) instanceof Value live) {
      if (inserts || pair.numbers().get(OWNED) < 0) {
        added.put(pair.numbers().get(LIVE), live);
      } else {
        change(OWNED, pair, MISSING);
      }
    }
  }

  private void change(int document, Pair pair, Node node) {
    changed
        .computeIfAbsent(document, none -> new LinkedHashMap<>())
        .put(pair.numbers().get(document), node);
  }

  Place place() {
    Place result = lists;
    for (int document : List.of(CONFIG, OWNED, CLAIMED)) {
      result = FieldValues.with(result, document, list(document), /* root= */ false);
    }
    return result;
  }

  private Node list(int document) {
    boolean adds = document == CONFIG && !added.isEmpty();
    if (!(lists.at(document) instanceof ListValue) && !adds) {
      return lists.at(document);
    }
    Map<Integer, Node> changes = changed.getOrDefault(document, Map.of());
    var items = new ArrayList<Value>();
    if (lists.at(document) instanceof ListValue list) {
      for (int i = 0; i < list.size(); i++) {
        if (changes.getOrDefault(i, list.items().get(i)) instanceof Value item) {
          items.add(item);
        }
      }
    }
    if (adds) {
      added.forEach((number, item) -> items.add(Math.min(number, items.size()), item));
    }
    return new ListValue(items);
  }
}
