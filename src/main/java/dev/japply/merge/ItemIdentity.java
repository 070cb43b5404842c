package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.ItemKeys;
import dev.japply.walk.SemanticEquality;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The identity of the items of a list.
///
/// The merge key, if it is unique in all three documents. If one of them contains it twice, such as
/// one port number for TCP and UDP, the keys of server-side apply with their defaults, plus a
/// counter for items that are still equal.
///
/// If the topology alone defines how a list merges, the identity is always those keys; in a set it
/// is the item itself.
final class ItemIdentity {
  private static final String OCCURRENCE = "\0#";

  /// Prefix of the identity of an item without keys in a list of maps: the item itself.
  private static final String NO_KEYS = "\0=";

  private final FieldRule rule;
  private final boolean byMergeKey;

  private ItemIdentity(FieldRule rule, boolean byMergeKey) {
    this.rule = rule;
    this.byMergeKey = byMergeKey;
  }

  static ItemIdentity of(FieldRule rule, Stream<ListValue> lists) {
    return new ItemIdentity(
        rule,
        !rule.isOfTopology()
            && lists.noneMatch(list -> PatchExpressiveness.isAmbiguous(rule.mergeKey(), list)));
  }

  /// Returns the identity in a three-way merge. Items that both sides add with one merge key, and
  /// that have other keys of server-side apply, are different items.
  ///
  /// @param origin the list that both sides come from
  static ItemIdentity of(FieldRule rule, ListValue origin, ListValue one, ListValue other) {
    return addApart(rule, origin, one, other)
        ? byAllKeys(rule)
        : of(rule, Stream.of(origin, one, other));
  }

  /// Whether both sides add different items with one merge key.
  static boolean addApart(FieldRule rule, ListValue origin, ListValue one, ListValue other) {
    return !rule.isOfTopology()
        && new ItemKeys(FieldType.of(rule.type()), rule.mergeKey(), rule.listMapKeys())
            .addApart(origin.items(), one.items(), other.items());
  }

  /// Returns the identity by all keys of server-side apply.
  static ItemIdentity byAllKeys(FieldRule rule) {
    return new ItemIdentity(rule, /* byMergeKey= */ false);
  }

  /// Returns `item` with the defaults of the keys of server-side apply that it leaves out.
  static Value withKeys(FieldRule rule, Value item) {
    if (!(item instanceof MapValue map)) {
      return item;
    }
    MapValue filled = map;
    for (String key : rule.listMapKeys()) {
      boolean lacks = SemanticEquality.isNothing(map.get(key));
      Node usual =
          rule.type().field(key).map(Schema.Field::rule).orElse(PatchRule.NONE).defaultValue();
      filled = lacks && usual instanceof Value value ? filled.with(key, value) : filled;
    }
    return filled;
  }

  /// Returns the items by their identity, in the order of the list.
  SequencedMap<String, Value> index(ListValue list) {
    var seen = new HashMap<String, Integer>();
    var index = new LinkedHashMap<String, Value>();
    for (Value item : list.items()) {
      if (!rule.isKeyed()) {
        index.putIfAbsent(whole(item), item); // an item is in a set once
        continue;
      }
      String key = item instanceof MapValue map ? key(map) : NO_KEYS + whole(item);
      int occurrence = seen.merge(key, 1, Integer::sum);
      index.put(occurrence == 1 ? key : key + OCCURRENCE + occurrence, item);
    }
    return index;
  }

  private String whole(Value item) {
    return GoJson.write(withDefaults(item, rule.type()));
  }

  /// Returns `value` as a server stores it: without nulls, and with the defaults of its type, at
  /// any depth.
  private static Value withDefaults(Value value, @Nullable Schema type) {
    return switch (value) {
      case MapValue map -> withDefaults(map, type);
      case ListValue list -> list.map(item -> withDefaults(item, TypeRule.items(type)));
      default -> value;
    };
  }

  private static MapValue withDefaults(MapValue map, @Nullable Schema type) {
    var filled = new LinkedHashMap<>(map.withoutNulls().entries());
    if (type != null) {
      type.def()
          .fields()
          .forEach((key, field) -> {
            if (field.rule().defaultValue() instanceof Value value) {
              filled.putIfAbsent(key, value);
            }
          });
    }
    filled.replaceAll((key, value) -> withDefaults(value, TypeRule.child(type, key)));
    return new MapValue(filled);
  }

  /// Returns the identity of the first item with the same keys.
  static String firstOccurrence(String identity) {
    int at = identity.indexOf(OCCURRENCE);
    return at < 0 ? identity : identity.substring(0, at);
  }

  /// Returns the counter of the item among those with the same keys, from 1.
  static int occurrence(String identity) {
    String first = firstOccurrence(identity);
    return first.equals(identity)
        ? 1
        : Integer.parseInt(identity.substring(first.length() + OCCURRENCE.length()));
  }

  private String key(MapValue item) {
    if (byMergeKey || rule.listMapKeys().isEmpty()) {
      return text(item, rule.mergeKey());
    }
    return keys().stream().map(key -> text(item, key)).collect(Collectors.joining("\0"));
  }

  /// Returns whether two items have the same keys of server-side apply.
  static boolean haveSameKeys(FieldRule rule, MapValue one, MapValue other) {
    ItemIdentity identity = byAllKeys(rule);
    return identity.key(one).equals(identity.key(other));
  }

  private List<String> keys() {
    var keys = new ArrayList<>(rule.listMapKeys());
    if (!rule.isOfTopology() && !keys.contains(rule.mergeKey())) {
      keys.add(rule.mergeKey());
    }
    return keys;
  }

  /// Returns the key of an item as text. A missing key has the key's zero value, which the server
  /// omits. An empty text gets the default of a built-in type, too.
  private String text(MapValue item, String key) {
    Node value = item.get(key);
    if (SemanticEquality.isNothing(value)
        || (value.equals(Value.text("")) && rule.type().isStrategic())) {
      value = rule.type().field(key).map(Schema.Field::rule).orElse(PatchRule.NONE).defaultValue();
    }
    if (!(value instanceof Value known)) {
      return "";
    }
    return rule.isOfTopology() ? GoJson.write(known) : GoComparison.text(known);
  }

  /// Returns the items of a list that are not in another, by identity.
  static List<Value> without(Map<String, Value> items, Map<String, Value> gone) {
    return items.entrySet().stream()
        .filter(entry -> !gone.containsKey(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }
}
