package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Changes a document here and there, as people and controllers do.
///
/// @param rate how likely each place changes
/// @param nulls how likely a changed entry becomes an explicit null
/// @param wild how likely a change is one that well-formed documents do not have: another type, a
///   missing key, a null among items
record Drift(
    ValueGenerator values, RandomGenerator random, double rate, double nulls, double wild) {

  MapValue object(MapValue object, Schema schema) {
    MapValue changed = map(object, Optional.of(schema), 0);
    return changed
        .with("apiVersion", Value.text(object.text("apiVersion")))
        .with("kind", Value.text(object.text("kind")))
        .with("metadata", changed.map("metadata").with("name", Value.text("n")));
  }

  private Value value(Value value, Optional<Schema> type, Optional<PatchRule> rule, int depth) {
    if (values.chance(rate * wild)) {
      return values.any(3);
    }
    return switch (value) {
      case MapValue map -> map(map, type, depth);
      case ListValue list -> list(list, type, rule, depth);
      default -> values.chance(rate) ? values.value(type, depth) : value;
    };
  }

  MapValue map(MapValue map, Optional<Schema> type, int depth) {
    if (values.chance(rate * 0.15)) {
      return MapValue.EMPTY;
    }
    var entries = new LinkedHashMap<String, Value>();
    map.entries()
        .forEach((key, value) -> {
          if (!values.chance(rate * 0.6)) {
            Optional<Schema.Field> field = type.flatMap(schema -> schema.field(key));
            Optional<Schema> child =
                field.map(Schema.Field::type).or(() -> type.flatMap(Schema::additional));
            boolean nothing = values.chance(rate * nulls);
            entries.put(
                key,
                nothing
                    ? Value.NULL
                    : value(value, child, field.map(Schema.Field::rule), depth + 1));
          }
        });
    if (values.chance(rate * 1.5)) {
      addEntry(entries, type, depth);
    }
    return new MapValue(entries);
  }

  private void addEntry(LinkedHashMap<String, Value> entries, Optional<Schema> type, int depth) {
    if (type.isPresent() && !type.get().def().fields().isEmpty()) {
      String key = values.field(type.get(), depth);
      type.get().field(key).ifPresent(field -> entries.put(key, values.field(field, depth)));
    } else {
      Optional<Schema> child = type.flatMap(Schema::additional);
      entries.put(values.pick(java.util.List.of("k1", "k2", "k4")), values.value(child, depth));
    }
  }

  private ListValue list(
      ListValue list, Optional<Schema> type, Optional<PatchRule> rule, int depth) {
    if (values.chance(rate * 0.15)) {
      return ListValue.EMPTY;
    }
    Optional<Schema> itemType = type.flatMap(Schema::items);
    var items = new ArrayList<Value>();
    for (Value item : list.items()) {
      if (!values.chance(rate * 0.5)) {
        items.add(item(item, type, rule, depth));
      }
    }
    if (!items.isEmpty() && items.size() < 6 && values.chance(rate * 0.5)) {
      repeat(items, type, depth);
    }
    if (values.chance(rate) && itemType.isPresent()) {
      added(type.orElseThrow(), rule, depth, items);
    }
    if (values.chance(rate * 0.6)) {
      Collections.shuffle(items, java.util.Random.from(random));
    }
    return new ListValue(items.size() > 12 ? withoutRepeats(items, rule) : items);
  }

  /// Beyond twelve items the order in which upstream's sort leaves equal keys cannot be told.
  private static ArrayList<Value> withoutRepeats(ArrayList<Value> items, Optional<PatchRule> rule) {
    String mergeKey = rule.map(PatchRule::mergeKey).orElse("");
    var seen = new java.util.HashSet<Object>();
    items.removeIf(item -> !seen.add(item instanceof MapValue map ? map.get(mergeKey) : item));
    return items;
  }

  private Value item(Value item, Optional<Schema> type, Optional<PatchRule> rule, int depth) {
    Optional<Schema> itemType = type.flatMap(Schema::items);
    Value changed = value(item, itemType, Optional.empty(), depth + 1);
    if (itemType.isPresent() && !itemType.get().isStrategic()) {
      return withKeysOf(item, changed, type);
    }
    String mergeKey = rule.map(PatchRule::mergeKey).orElse("");
    boolean keyed =
        !mergeKey.isEmpty()
            && item instanceof MapValue before
            && before.has(mergeKey)
            && changed instanceof MapValue;
    if (!keyed || values.chance(rate * wild)) {
      return changed;
    }
    return ((MapValue) changed)
        .with(mergeKey, ((MapValue) item).entries().getOrDefault(mergeKey, Value.NULL));
  }

  /// What tells items apart by topology stays, but in wild documents.
  private Value withKeysOf(Value before, Value after, Optional<Schema> list) {
    if (!(before instanceof MapValue item && after instanceof MapValue changed)
        || list.isEmpty()
        || values.chance(rate * wild)) {
      return after;
    }
    MapValue keyed = changed;
    for (String key : FieldRule.ofTopology(list.get()).listMapKeys()) {
      keyed = item.get(key) instanceof Value value ? keyed.with(key, value) : keyed.without(key);
    }
    return keyed;
  }

  /// Another item with the key of one that is there.
  private void repeat(ArrayList<Value> items, Optional<Schema> type, int depth) {
    Value item = values.pick(items);
    boolean scalar = !(item instanceof MapValue);
    items.add(scalar ? item : item(item, type, Optional.empty(), depth));
    if (item instanceof MapValue map && map.has("containerPort")) {
      items.set(items.size() - 1, map.with("protocol", Value.text("UDP")));
    } else if (item instanceof MapValue map && map.has("port")) {
      items.set(items.size() - 1, map.with("protocol", Value.text("UDP")));
    }
  }

  private void added(Schema type, Optional<PatchRule> rule, int depth, ArrayList<Value> items) {
    PatchRule known = rule.orElse(PatchRule.NONE);
    Value more = values.field(new Schema.Field(type, known), depth);
    String mergeKey = known.mergeKey();
    for (Value item : ((ListValue) more).items()) {
      boolean there =
          !mergeKey.isEmpty()
              && item instanceof MapValue map
              && items.stream()
                  .anyMatch(other ->
                      other instanceof MapValue that
                          && that.get(mergeKey).equals(map.get(mergeKey)));
      if (!there || (items.size() < 8 && values.chance(0.05))) {
        items.add(item);
      }
    }
  }
}
