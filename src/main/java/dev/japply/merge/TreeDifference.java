package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.ItemNames;
import dev.japply.walk.KeyDefaults;
import dev.japply.walk.Place;
import dev.japply.walk.SemanticEquality;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The differences between two trees. Items of merging lists are separate entries, identified by
/// their keys. If a whole subtree is gone, only its root is listed.
final class TreeDifference {
  private final List<FieldPath> gone = new ArrayList<>();
  private final List<FieldPath> changed = new ArrayList<>();

  private TreeDifference() {}

  /// Returns the fields that are in `from` and not in `to`; a null counts as missing.
  static TreeDifference between(MapValue from, MapValue to, @Nullable Schema type) {
    var difference = new TreeDifference();
    difference.compareMaps(KeyDefaults.together(Place.of(type, from, to)));
    return difference;
  }

  List<FieldPath> gone() {
    return gone;
  }

  /// Returns the fields that differ between the two trees.
  List<FieldPath> changed() {
    return changed;
  }

  private void compareMaps(Place maps) {
    for (var entry : ((MapValue) maps.at(0)).sortedEntries()) {
      if (!SemanticEquality.isNothing(entry.getValue())) {
        compare(maps.key(entry.getKey()), maps.type().type(), entry.getKey());
      }
    }
  }

  private void compare(Place at, @Nullable Schema map, String key) {
    if (SemanticEquality.isNothing(at.at(1))) {
      gone.add(at.path());
    } else if (at.are(MapValue.class) && rule(map, key, at).strategy() != Strategy.REPLACE) {
      compareMaps(at);
    } else if (at.are(ListValue.class) && rule(map, key, at).strategy() == Strategy.MERGE) {
      compareLists(at, rule(map, key, at).merging());
    } else if (!SemanticEquality.same(at.at(0), at.at(1), at.type().type())) {
      changed.add(at.path());
    }
  }

  private static TypeRule rule(@Nullable Schema map, String key, Place at) {
    return TypeRule.ofList(map, key, at.path().parentPath());
  }

  private void compareLists(Place at, FieldRule rule) {
    var from = (ListValue) at.at(0);
    var to = (ListValue) at.at(1);
    if (rule.isKeyed() && from.maps().size() == from.size() && to.maps().size() == to.size()) {
      compareKeyedLists(at, from, to, rule);
      return;
    }
    var others = new HashSet<>(to.items());
    from.items().stream()
        .distinct()
        .filter(item -> !others.contains(item))
        .forEach(item -> gone.add(at.path().item(item)));
  }

  private void compareKeyedLists(Place at, ListValue from, ListValue to, FieldRule rule) {
    var identity = ItemIdentity.of(rule, Stream.of(from, to));
    ItemNames named = ItemNames.of(at.type(), at.nodes());
    ItemNames names = named == null ? rule.names() : named;
    Map<String, Value> others = identity.index(to);
    int number = 0;
    for (var entry : identity.index(from).entrySet()) {
      boolean first = ItemIdentity.occurrence(entry.getKey()) == 1;
      Value item = entry.getValue();
      FieldPath path = first ? at.path().item(names.of(item)) : at.path().index(number);
      Value other = others.get(entry.getKey());
      if (other != null) {
        compareMaps(new Place(path, at.type().item(), List.of(item, other)));
      } else {
        gone.add(path);
      }
      number++;
    }
  }
}
