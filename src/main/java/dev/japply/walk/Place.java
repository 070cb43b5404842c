package dev.japply.walk;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// One place in several documents of one type, such as a manifest and the live object. Comparisons
/// and merges of objects go down through it, so that they all pair the same items.
///
/// @param nodes the nodes there, by the numbers of the documents
public record Place(FieldPath path, FieldType type, List<Node> nodes) {
  /// The items of the lists at one place.
  ///
  /// @param all one place for each name, in the order of the first document
  /// @param names the names in the order of each document
  public record Items(List<Place> all, List<List<Value>> names) {}

  /// Returns the root of documents.
  ///
  /// @param type the schema of the documents; null if it is not known
  public static Place of(@Nullable Schema type, Node... documents) {
    return new Place(FieldPath.root(), FieldType.of(type), List.of(documents));
  }

  public Node at(int document) {
    return nodes.get(document);
  }

  public boolean isSame(int one, int other) {
    return at(one).equals(at(other));
  }

  /// Whether all documents have a value of that kind here.
  public boolean are(Class<? extends Value> kind) {
    return areOrMissing(kind) && !nodes.contains(MISSING);
  }

  /// Whether all documents have a value of that kind here, or none.
  public boolean areOrMissing(Class<? extends Value> kind) {
    for (Node node : nodes) {
      if (!(node instanceof Missing || kind.isInstance(node))) {
        return false;
      }
    }
    return true;
  }

  /// Whether all documents have lists here, and all these have one length.
  public boolean areOfOneLength() {
    for (Node node : nodes) {
      if (!(node instanceof ListValue && items(node).size() == items(at(0)).size())) {
        return false;
      }
    }
    return true;
  }

  /// Returns this place with another node in one document.
  public Place with(int document, Node node) {
    var changed = new ArrayList<>(nodes);
    changed.set(document, node);
    return new Place(path, type, changed);
  }

  /// Returns this place in some of the documents.
  public Place only(int... documents) {
    var some = new ArrayList<Node>();
    for (int document : documents) {
      some.add(at(document));
    }
    return new Place(path, type, some);
  }

  public Place key(String key) {
    var below = new ArrayList<Node>();
    for (Node node : nodes) {
      below.add(node instanceof MapValue map ? map.get(key) : MISSING);
    }
    return new Place(path.key(key), type.key(key), below);
  }

  /// Returns the keys of all maps, in the order of the first document.
  public Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    for (Node node : nodes) {
      keys.addAll(keys(node));
    }
    return keys;
  }

  private static Set<String> keys(Node node) {
    return node instanceof MapValue map ? map.entries().keySet() : Set.of();
  }

  /// Returns the entries of all maps, in the order of the first document.
  public List<Place> entries() {
    return entries(keys());
  }

  /// Returns the entries of the map of one document.
  public List<Place> entriesOf(int document) {
    return entries(keys(at(document)));
  }

  private List<Place> entries(Set<String> keys) {
    var entries = new ArrayList<Place>(keys.size());
    for (String key : keys) {
      entries.add(key(key));
    }
    return entries;
  }

  /// Returns the items of all lists by their numbers.
  public List<Place> rows() {
    var rows = new ArrayList<Place>();
    for (boolean more = true; more; ) {
      more = false;
      var row = new ArrayList<Node>();
      for (Node node : nodes) {
        boolean has = rows.size() < items(node).size();
        row.add(has ? items(node).get(rows.size()) : MISSING);
        more |= has;
      }
      if (more) {
        rows.add(new Place(path.index(rows.size()), type.item(), row));
      }
    }
    return rows;
  }

  /// Returns the place of a field below this one, with the names of items in its path.
  ///
  /// @param numbered a path whose indexes count the items of one document
  public Place below(FieldPath numbered, int document) {
    return switch (numbered) {
      case FieldPath.Root root -> this;
      case FieldPath.Key(FieldPath parent, String key) -> below(parent, document).key(key);
      case FieldPath.Index(FieldPath parent, int index) ->
          below(parent, document).item(index, document);
      case FieldPath.Item(FieldPath parent, Value identity) ->
          below(parent, document).each(list -> FieldPath.root().item(identity).in(list), numbered);
    };
  }

  private Place item(int index, int document) {
    FieldPath numbered = FieldPath.root().index(index);
    Place keyed = new Place(path, type, nodes.stream().map(this::withKeys).toList());
    Node item = numbered.in(keyed.at(document));
    return keyed
        .items()
        .flatMap(items ->
            items.all().stream().filter(place -> place.at(document).equals(item)).findFirst())
        .orElseGet(() -> each(numbered::in, path.index(index)));
  }

  /// Returns a list whose items have the defaults of the keys that they leave out.
  private Node withKeys(Node list) {
    return list instanceof ListValue(List<Value> items)
        ? new ListValue(items.stream().map(this::withItemKeys).toList())
        : list;
  }

  private Value withItemKeys(Value item) {
    if (!(item instanceof MapValue map)) {
      return item;
    }
    MapValue named = map;
    for (String key : type.serverKeys()) {
      named = type.itemKey(map, key) instanceof Value value ? named.with(key, value) : named;
    }
    return named;
  }

  private Place each(UnaryOperator<Node> part, FieldPath to) {
    return new Place(to, type.item(), nodes.stream().map(part).toList());
  }

  private static List<Value> items(Node node) {
    return node instanceof ListValue(List<Value> items) ? items : List.of();
  }

  /// Returns the items of all lists; empty if items of one list have the same name.
  public Optional<Items> items() {
    ItemNames names = ItemNames.of(type, nodes);
    return names == null ? Optional.empty() : Optional.of(items(names));
  }

  /// Returns the items of all lists by these names.
  public Items items(ItemNames names) {
    return items(names, /* repeated= */ false);
  }

  /// Returns the items of all lists; items with the same keys belong together by their order.
  public Items itemsInOrder() {
    return items(new ItemNames(type.allKeys()), /* repeated= */ true);
  }

  private Items items(ItemNames names, boolean repeated) {
    var byName = new LinkedHashMap<Value, List<Node>>();
    var orders = new ArrayList<List<Value>>();
    for (int document = 0; document < nodes.size(); document++) {
      Map<Value, Value> index = names.index(items(at(document)), repeated);
      for (Map.Entry<Value, Value> item : index.entrySet()) {
        List<Node> items = byName.get(item.getKey());
        if (items == null) {
          items = new ArrayList<>(Collections.nCopies(nodes.size(), MISSING));
          byName.put(item.getKey(), items);
        }
        items.set(document, item.getValue());
      }
      orders.add(List.copyOf(index.keySet()));
    }
    var all = new ArrayList<Place>(byName.size());
    for (Map.Entry<Value, List<Node>> item : byName.entrySet()) {
      all.add(new Place(path.item(item.getKey()), type.item(), item.getValue()));
    }
    return new Items(all, orders);
  }
}
