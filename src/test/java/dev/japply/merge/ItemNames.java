package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What tells the items of a list apart, said a second time, so that the laws do not look at a
/// merge with its own eyes: the merge key; where a document has it twice, all keys that server-side
/// apply goes by, and the count. By topology it is those keys always; in sets it is the item.
///
/// @param keys the keys that make the name; empty for the whole item
record ItemNames(Schema type, Set<String> keys) {
  static ItemNames by(FieldRule rule, ListValue... documents) {
    var keys = new TreeSet<String>();
    boolean ambiguous = Stream.of(documents).anyMatch(list -> hasTwice(list, rule.mergeKey()));
    if (!rule.mergeKey().isEmpty()) {
      keys.add(rule.mergeKey());
    }
    if (ambiguous || !rule.type().isStrategic()) {
      keys.addAll(rule.listMapKeys());
    }
    return new ItemNames(rule.type(), keys);
  }

  /// The names in a merge of three documents: also by all keys where the manifest and another
  /// writer add an item with one merge key, and have other keys.
  static ItemNames ofMerge(FieldRule rule, ListValue known, ListValue want, ListValue live) {
    ItemNames names = by(rule, known, want, live);
    if (!rule.type().isStrategic()) {
      return names;
    }
    for (Value wanted : want.items()) {
      Node key = ((MapValue) wanted).get(rule.mergeKey());
      boolean ours = known.items().stream().anyMatch(item -> has(item, rule.mergeKey(), key));
      for (Value there : live.items()) {
        if (!ours
            && has(there, rule.mergeKey(), key)
            && rule.listMapKeys().stream().anyMatch(other -> names.differ(wanted, there, other))) {
          var keys = new TreeSet<>(rule.listMapKeys());
          keys.add(rule.mergeKey());
          return new ItemNames(rule.type(), keys);
        }
      }
    }
    return names;
  }

  private static boolean has(Value item, String key, Node value) {
    return value instanceof Value && ((MapValue) item).get(key).equals(value);
  }

  private static boolean isSet(Node key) {
    return key instanceof Value && !key.equals(Value.text(""));
  }

  /// Whether both items have the key, or its default, and the two differ.
  private boolean differ(Value one, Value other, String key) {
    Node first = known((MapValue) one, key);
    Node second = known((MapValue) other, key);
    return !first.equals(second) && isSet(first) && isSet(second);
  }

  /// Whether two items have the same keys of server-side apply.
  static boolean areOne(FieldRule rule, MapValue one, MapValue other) {
    var keys = new TreeSet<>(rule.listMapKeys());
    keys.add(rule.mergeKey());
    var names = new ItemNames(rule.type(), keys);
    return names.name(one).equals(names.name(other));
  }

  private static boolean hasTwice(ListValue list, String mergeKey) {
    List<Node> values = list.items().stream().map(item -> ((MapValue) item).get(mergeKey)).toList();
    return values.stream().distinct().count() < values.size();
  }

  /// The items by name, in the order of the list.
  SequencedMap<String, MapValue> index(ListValue list) {
    var index = new LinkedHashMap<String, MapValue>();
    for (Value item : list.items()) {
      String name = name((MapValue) item);
      int count = 1;
      while (index.containsKey(name + " no. " + count)) {
        count++;
      }
      index.put(name + " no. " + count, (MapValue) item);
    }
    return index;
  }

  /// Whether two items have the same name, so that only their count tells them apart.
  boolean repeats(ListValue list) {
    return index(list).keySet().stream().anyMatch(name -> !name.endsWith(" no. 1"));
  }

  /// The names of whole items, each once.
  List<String> of(ListValue list) {
    return list.items().stream()
        .map(item ->
            type.isStrategic() ? GoComparison.kind(item) + GoJson.write(item) : whole(item, type))
        .distinct()
        .toList();
  }

  private static String whole(Value item, Schema type) {
    if (!(item instanceof MapValue map)) {
      return GoJson.write(item);
    }
    var entries = new TreeMap<String, String>();
    type.def()
        .fields()
        .forEach((key, field) -> {
          if (field.rule().defaultValue() instanceof Value value) {
            entries.put(key, GoJson.write(value));
          }
        });
    map.entries()
        .forEach((key, value) -> {
          if (!value.equals(Value.NULL)) {
            entries.put(key, GoJson.write(Value.withoutNulls(value)));
          }
        });
    return entries.toString();
  }

  private String name(MapValue item) {
    var name = new ArrayList<String>();
    for (String key : keys) {
      name.add(known(item, key) instanceof Value known ? text(known) : "");
    }
    return name.toString();
  }

  /// The key of an item, or its default.
  private Node known(MapValue item, String key) {
    Node value = item.get(key);
    boolean none = value instanceof Missing || value.equals(Value.NULL);
    boolean empty = value.equals(Value.text("")) && type.isStrategic();
    return none || empty ? defaultOf(key) : value;
  }

  private String text(Value key) {
    return type.isStrategic() ? GoComparison.text(key) : GoJson.write(key);
  }

  private Node defaultOf(String key) {
    return type.field(key)
        .map(Schema.Field::rule)
        .<Node>map(PatchRule::defaultValue)
        .orElse(Missing.MISSING);
  }
}
