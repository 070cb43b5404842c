package dev.japply.merge;

import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
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
import java.util.TreeSet;
import java.util.stream.Stream;

/// What tells the items of a keyed list apart, said a second time, so that the laws do not look at
/// a merge with its own eyes: the merge key; where a document has it twice, all keys that
/// server-side apply goes by, and the count.
///
/// @param keys the keys that make the name
record ItemNames(Schema type, Set<String> keys) {
  static ItemNames of(FieldRule rule, ListValue... documents) {
    var keys = new TreeSet<>(Set.of(rule.mergeKey()));
    if (Stream.of(documents).anyMatch(list -> hasTwice(list, rule.mergeKey()))) {
      keys.addAll(rule.listMapKeys());
    }
    return new ItemNames(rule.type(), keys);
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

  private String name(MapValue item) {
    var name = new ArrayList<String>();
    for (String key : keys) {
      Node value = item.get(key);
      Node said = value instanceof Missing || value.equals(Value.NULL) ? defaultOf(key) : value;
      name.add(said instanceof Value known ? GoValue.text(known) : "");
    }
    return name.toString();
  }

  private Node defaultOf(String key) {
    return type.field(key)
        .map(Schema.Field::rule)
        .<Node>map(PatchRule::defaultValue)
        .orElse(Missing.MISSING);
  }
}
