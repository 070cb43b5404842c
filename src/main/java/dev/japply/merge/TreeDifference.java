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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The differences between two trees. Items of merging lists are separate entries, identified by
/// their keys. If a whole subtree is gone, only its root is listed.
final class TreeDifference {
  private final List<TreePath> gone = new ArrayList<>();
  private final List<TreePath> changed = new ArrayList<>();

  private TreeDifference() {}

  /// Returns the values that are in `from` and not in `to`; a null counts as missing.
  static TreeDifference between(MapValue from, MapValue to, @Nullable Schema type) {
    var difference = new TreeDifference();
    difference.compareMaps(from, to, type, new TreePath(List.of(), FieldPath.root(), from));
    return difference;
  }

  List<TreePath> gone() {
    return gone;
  }

  /// Returns the values that differ between the two trees.
  List<TreePath> changed() {
    return changed;
  }

  private void compareMaps(MapValue from, MapValue to, @Nullable Schema type, TreePath at) {
    for (Map.Entry<String, Value> entry : from.sortedEntries()) {
      String key = entry.getKey();
      TreePath place = at.key(key, entry.getValue());
      if (SemanticEquality.isNothing(entry.getValue())) {
        continue;
      }
      if (SemanticEquality.isNothing(to.get(key))) {
        gone.add(place);
      } else {
        compareValues(entry.getValue(), to.get(key), type, key, place);
      }
    }
  }

  private void compareValues(
      Value from, Node to, @Nullable Schema parent, String key, TreePath place) {
    FieldPath above = place.path().parentPath();
    Schema type = TypeRule.child(parent, key);
    if (from instanceof MapValue left && to instanceof MapValue right) {
      if (TypeRule.ofMap(parent, key, above).strategy() != Strategy.REPLACE) {
        compareMaps(left, right, type, place);
        return;
      }
    } else if (from instanceof ListValue left && to instanceof ListValue right) {
      TypeRule rule = TypeRule.ofList(parent, key, above);
      if (rule.strategy() == Strategy.MERGE) {
        compareLists(left, right, rule.merging(), place);
        return;
      }
    }
    if (!SemanticEquality.same(from, to, type)) {
      changed.add(place);
    }
  }

  private void compareLists(ListValue from, ListValue to, FieldRule rule, TreePath place) {
    boolean maps =
        Stream.of(from, to)
            .flatMap(list -> list.items().stream())
            .allMatch(item -> item instanceof MapValue);
    if (maps && rule.isKeyed()) {
      compareKeyedLists(from, to, rule, place);
      return;
    }
    var others = new HashSet<>(to.items());
    from.items().stream()
        .distinct()
        .filter(item -> !others.contains(item))
        .forEach(item -> gone.add(place.item(GoJson.write(item), item)));
  }

  private void compareKeyedLists(ListValue from, ListValue to, FieldRule rule, TreePath place) {
    var identity = ItemIdentity.of(rule, Stream.of(from, to));
    List<String> keys = keys(rule, from, to);
    Map<String, Value> others = identity.index(to);
    identity
        .index(from)
        .forEach((id, value) -> {
          MapValue item = (MapValue) value;
          int occurrence = ItemIdentity.occurrence(id);
          String count = occurrence == 1 ? "" : "#" + occurrence;
          TreePath at = place.item(name(item, keys) + count, item);
          if (others.get(id) instanceof MapValue other) {
            compareMaps(item, other, rule.type(), at);
          } else {
            gone.add(at);
          }
        });
  }

  /// Returns the keys that identify an item: its merge key, if that is enough.
  private static List<String> keys(FieldRule rule, ListValue from, ListValue to) {
    if (rule.isOfTopology()) {
      return rule.listMapKeys();
    }
    boolean ambiguous =
        Stream.of(from, to)
            .anyMatch(list -> PatchExpressiveness.isAmbiguous(rule.mergeKey(), list));
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
