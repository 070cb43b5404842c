package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What one tree has and another has not. Items of merging lists are entries of their own, told
/// apart by their keys; of what is gone whole only the top is named.
final class TreeDifference {
  private static final Set<String> IDENTITY =
      Set.of("apiVersion", "kind", "metadata.name", "metadata.namespace");

  private final List<Place> gone = new ArrayList<>();
  private final List<Place> changed = new ArrayList<>();

  private TreeDifference() {}

  /// A place in a tree.
  ///
  /// @param steps the keys and items from the root, as text
  /// @param path the same, items as `[…]` keys
  /// @param value what stands there in the first tree
  record Place(List<String> steps, FieldPath path, Node value) {
    Place {
      steps = List.copyOf(steps);
    }

    private Place key(String key, Node value) {
      boolean plain = key.indexOf('.') < 0 && key.indexOf('/') < 0;
      String step = plain ? (steps.isEmpty() ? "" : ".") + key : "[" + key + "]";
      return below(step, path.key(key), value);
    }

    private Place item(String text, Node value) {
      return below("[" + text + "]", path.key("[" + text + "]"), value);
    }

    private Place below(String step, FieldPath path, Node value) {
      var more = new ArrayList<>(steps);
      more.add(step);
      return new Place(more, path, value);
    }

    String text() {
      return String.join("", steps);
    }

    /// Whether it is what names the object.
    boolean isIdentity() {
      return IDENTITY.contains(text());
    }

    /// Whether it is `other`, or one of the two is in the other.
    boolean overlaps(Place other) {
      int common = Math.min(steps.size(), other.steps.size());
      return steps.subList(0, common).equals(other.steps.subList(0, common));
    }
  }

  /// What `from` has and `to` has not; a null is nothing.
  static TreeDifference between(MapValue from, MapValue to, Optional<Schema> type) {
    var difference = new TreeDifference();
    difference.maps(from, to, type, new Place(List.of(), FieldPath.root(), from));
    return difference;
  }

  List<Place> gone() {
    return gone;
  }

  /// What both have, with other values.
  List<Place> changed() {
    return changed;
  }

  private void maps(MapValue from, MapValue to, Optional<Schema> type, Place at) {
    for (Map.Entry<String, Value> entry : from.sortedEntries()) {
      String key = entry.getKey();
      Place place = at.key(key, entry.getValue());
      if (Sameness.isNothing(entry.getValue())) {
        continue;
      }
      if (Sameness.isNothing(to.get(key))) {
        gone.add(place);
      } else {
        values(entry.getValue(), to.get(key), type, key, place);
      }
    }
  }

  private void values(Value from, Node to, Optional<Schema> parent, String key, Place place) {
    FieldPath above = place.path().parentPath();
    Optional<Schema> type = Sameness.child(parent, key);
    if (from instanceof MapValue left && to instanceof MapValue right) {
      if (TypeRule.ofMap(parent, key, above).strategy() != Strategy.REPLACE) {
        maps(left, right, type, place);
        return;
      }
    } else if (from instanceof ListValue left && to instanceof ListValue right) {
      TypeRule rule = TypeRule.ofList(parent, key, above);
      if (rule.strategy() == Strategy.MERGE) {
        lists(left, right, rule.field().orElseThrow(), place);
        return;
      }
    }
    if (!Sameness.same(from, to, type)) {
      changed.add(place);
    }
  }

  private void lists(ListValue from, ListValue to, FieldRule rule, Place place) {
    boolean maps =
        Stream.of(from, to)
            .flatMap(list -> list.items().stream())
            .allMatch(item -> item instanceof MapValue);
    if (maps && rule.isKeyed()) {
      keyed(from, to, rule, place);
      return;
    }
    var others = new HashSet<>(to.items());
    from.items().stream()
        .distinct()
        .filter(item -> !others.contains(item))
        .forEach(item -> gone.add(place.item(GoJson.write(item), item)));
  }

  private void keyed(ListValue from, ListValue to, FieldRule rule, Place place) {
    var identity = ItemIdentity.of(rule, Stream.of(from, to));
    List<String> keys = keys(rule, from, to);
    Map<String, Value> others = identity.index(to);
    identity
        .index(from)
        .forEach((id, value) -> {
          MapValue item = (MapValue) value;
          int occurrence = ItemIdentity.occurrence(id);
          String count = occurrence == 1 ? "" : "#" + occurrence;
          Place at = place.item(name(item, keys) + count, item);
          if (others.get(id) instanceof MapValue other) {
            maps(item, other, Optional.of(rule.type()), at);
          } else {
            gone.add(at);
          }
        });
  }

  /// By what an item is named: its merge key, where that is enough.
  private static List<String> keys(FieldRule rule, ListValue from, ListValue to) {
    if (rule.isOfTopology()) {
      return rule.listMapKeys();
    }
    boolean ambiguous =
        Stream.of(from, to).anyMatch(list -> Expressible.isAmbiguous(rule.mergeKey(), list));
    return ambiguous && !rule.listMapKeys().isEmpty()
        ? rule.listMapKeys()
        : List.of(rule.mergeKey());
  }

  private static String name(MapValue item, List<String> keys) {
    return keys.stream()
        .filter(item::has)
        .map(key -> key + "=" + text(item.get(key)))
        .collect(Collectors.joining(","));
  }

  private static String text(Node value) {
    return value instanceof StringValue(String text)
        ? text
        : value instanceof Value known ? GoJson.write(known) : "";
  }
}
