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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    return nodes.stream().allMatch(kind::isInstance);
  }

  /// Whether all documents have a value of that kind here, or none.
  public boolean areOrMissing(Class<? extends Value> kind) {
    return nodes.stream().allMatch(node -> node instanceof Missing || kind.isInstance(node));
  }

  /// Returns this place with another node in one document.
  public Place with(int document, Node node) {
    var changed = new ArrayList<>(nodes);
    changed.set(document, node);
    return new Place(path, type, changed);
  }

  /// Returns this place in some of the documents.
  public Place only(int... documents) {
    return new Place(path, type, IntStream.of(documents).mapToObj(this::at).toList());
  }

  public Place key(String key) {
    return below(
        path.key(key), type.key(key), node -> node instanceof MapValue m ? m.get(key) : MISSING);
  }

  /// Returns the entries of all maps, in the order of the first document.
  public Stream<Place> entries() {
    Set<String> keys = new LinkedHashSet<>();
    nodes.forEach(node -> keys.addAll(keys(node)));
    return keys.stream().map(this::key);
  }

  /// Returns the entries of the map of one document.
  public Stream<Place> entriesOf(int document) {
    return keys(at(document)).stream().map(this::key);
  }

  private static Set<String> keys(Node node) {
    return node instanceof MapValue map ? map.entries().keySet() : Set.of();
  }

  /// Returns the items of all lists; empty if items of one list have the same name.
  public Optional<Items> items() {
    return ItemNames.of(type, nodes.stream().flatMap(Place::list).toList()).map(this::items);
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
    List<SequencedMap<Value, Node>> lists =
        nodes.stream()
            .map(node ->
                names.index(node instanceof ListValue list ? list : ListValue.EMPTY, repeated))
            .toList();
    Set<Value> all = new LinkedHashSet<>();
    lists.forEach(list -> all.addAll(list.keySet()));
    return new Items(
        all.stream().map(name -> item(name, lists)).toList(),
        lists.stream().map(list -> List.copyOf(list.keySet())).toList());
  }

  private Place item(Value name, List<SequencedMap<Value, Node>> lists) {
    List<Node> items = lists.stream().map(list -> list.getOrDefault(name, MISSING)).toList();
    return new Place(path.item(name), type.item(), items);
  }

  /// Returns the items of all lists by their numbers.
  public Stream<Place> rows() {
    int longest = nodes.stream().flatMap(Place::list).mapToInt(ListValue::size).max().orElse(0);
    return IntStream.range(0, longest)
        .mapToObj(i ->
            below(
                path.index(i),
                type.item(),
                node -> node instanceof ListValue l && i < l.size() ? l.items().get(i) : MISSING));
  }

  /// Whether all documents have a list here, and all these have one length.
  public boolean areOfOneLength() {
    return are(ListValue.class)
        && nodes.stream().flatMap(Place::list).mapToInt(ListValue::size).distinct().count() == 1;
  }

  private static Stream<ListValue> list(Node node) {
    return node instanceof ListValue list ? Stream.of(list) : Stream.of();
  }

  private Place below(FieldPath at, FieldType of, UnaryOperator<Node> step) {
    return new Place(at, of, nodes.stream().map(step).toList());
  }
}
