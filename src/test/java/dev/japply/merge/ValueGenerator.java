package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.TypeDef;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Makes values that fit a schema, from few scalars, so that documents made apart still meet.
final class ValueGenerator {
  private static final int DEEPEST = 9;
  private static final List<String> WORDS = List.of("a", "b", "c", "x", "80", "é<&>", "");
  private static final List<String> KEYS = List.of("k1", "k2", "k3", "app.io/x", "B");
  private static final List<String> QUANTITIES =
      List.of("500m", "0.5", "1", "1000m", "1Gi", "1024Mi", "2", "1e3");
  private static final List<Long> NUMBERS = List.of(0L, 1L, 53L, 80L, 443L, 9007199254740993L);

  private final RandomGenerator random;

  ValueGenerator(RandomGenerator random) {
    this.random = random;
  }

  <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /// A whole object of a type.
  MapValue object(String apiVersion, String kind, Schema schema) {
    MapValue object = struct(schema, 0);
    MapValue metadata = object.map("metadata").with("name", Value.text("n"));
    metadata = metadata.without("creationTimestamp").without("managedFields");
    return object
        .with("apiVersion", Value.text(apiVersion))
        .with("kind", Value.text(kind))
        .with("metadata", metadata)
        .without("status");
  }

  Value value(Optional<Schema> type, int depth) {
    if (type.isEmpty()) {
      return scalar();
    }
    Schema schema = type.get();
    TypeDef def = schema.def();
    if (!def.fields().isEmpty()) {
      return depth > DEEPEST ? MapValue.EMPTY : struct(schema, depth);
    }
    if (schema.isQuantity()) {
      return chance(0.1) ? Value.number(1) : Value.text(pick(QUANTITIES));
    }
    return switch (def.kind()) {
      case "array" -> list(schema, depth, 0);
      case "object" -> freeMap(schema, depth);
      case "string" -> Value.text(pick(WORDS));
      case "integer" -> Value.number(pick(NUMBERS));
      case "number" -> chance(0.5) ? new FloatValue(1.5) : Value.number(pick(NUMBERS));
      case "boolean" -> Value.bool(random.nextBoolean());
      default -> def.format().equals("int-or-string") ? intOrString() : any(depth);
    };
  }

  private Value intOrString() {
    return chance(0.5) ? Value.number(pick(NUMBERS)) : Value.text(pick(List.of("80", "25%")));
  }

  Value scalar() {
    return switch (random.nextInt(6)) {
      case 0 -> Value.text(pick(WORDS));
      case 1 -> Value.number(pick(NUMBERS));
      case 2 -> Value.bool(random.nextBoolean());
      case 3 -> new FloatValue(pick(List.of(0.5, 1e21, 1e-7, 1.25)));
      case 4 -> Value.number(new BigInteger("123456789012345678901234567890"));
      default -> Value.text(pick(WORDS));
    };
  }

  /// Anything, for embedded JSON and custom resources.
  Value any(int depth) {
    if (depth > 4 || chance(0.5)) {
      return scalar();
    }
    int size = random.nextInt(4);
    if (chance(0.4)) {
      var items = new ArrayList<Value>();
      for (int i = 0; i < size; i++) {
        items.add(any(depth + 1));
      }
      return new ListValue(items);
    }
    var entries = new LinkedHashMap<String, Value>();
    for (int i = 0; i < size; i++) {
      entries.put(pick(KEYS), any(depth + 1));
    }
    return new MapValue(entries);
  }

  private MapValue struct(Schema schema, int depth) {
    var entries = new LinkedHashMap<String, Value>();
    int wanted = 2 + random.nextInt(depth < 4 ? 4 : 3);
    for (int i = 0; i < wanted; i++) {
      String key = field(schema, depth);
      schema.field(key).ifPresent(field -> entries.put(key, field(field, depth)));
    }
    return new MapValue(entries);
  }

  /// A field of a struct, those that merge in a special way and those that lead to them first.
  String field(Schema schema, int depth) {
    var weighted = new ArrayList<String>();
    schema.def().fields().keySet().stream()
        .sorted()
        .forEach(
            key -> weighted.addAll(java.util.Collections.nCopies(weight(schema, key, depth), key)));
    return pick(weighted);
  }

  private static int weight(Schema schema, String key, int depth) {
    if (depth == 0 && (key.equals("spec") || key.equals("metadata"))) {
      return 30;
    }
    if (key.equals("template") || key.equals("containers")) {
      return 40;
    }
    if (key.equals("volumes") || key.equals("strategy") || key.equals("ports")) {
      return 20;
    }
    Optional<Schema.Field> field = schema.field(key);
    if (field.map(found -> !found.rule().strategies().isEmpty()).orElse(false)) {
      return 8;
    }
    return field.map(found -> found.type().def().fields().isEmpty()).orElse(true) ? 2 : 3;
  }

  Value field(Schema.Field field, int depth) {
    Schema type = field.type();
    return type.def().kind().equals("array")
        ? list(type, depth, field.rule())
        : value(Optional.of(type), depth + 1);
  }

  private ListValue list(Schema type, int depth, int extra) {
    return list(type, depth, 1 + extra + random.nextInt(3), Optional.empty());
  }

  private ListValue list(Schema type, int depth, PatchRule rule) {
    int size = chance(0.01) ? 14 + random.nextInt(8) : random.nextInt(4);
    return list(type, depth, size, Optional.of(rule));
  }

  private ListValue list(Schema type, int depth, int size, Optional<PatchRule> rule) {
    var items = new ArrayList<Value>();
    if (!type.isStrategic()) {
      return shared(type, depth, size);
    }
    var seen = new java.util.HashSet<Value>();
    String mergeKey = rule.map(PatchRule::mergeKey).orElse("");
    for (int i = 0; i < size; i++) {
      Value item = value(type.items(), depth + 1);
      if (item instanceof MapValue map && !mergeKey.isEmpty()) {
        item = map.with(mergeKey, keyFor(type, mergeKey, size));
        boolean repeated = !seen.add(((MapValue) item).entries().get(mergeKey));
        if (repeated && (size > 10 || !chance(0.02))) {
          continue;
        }
      }
      items.add(item);
    }
    return new ListValue(items);
  }

  /// A list by the topology of its type, seldom with an item twice.
  private ListValue shared(Schema type, int depth, int size) {
    var items = new ArrayList<Value>();
    FieldRule rule = FieldRule.ofTopology(type);
    var seen = new java.util.HashSet<Object>();
    for (int i = 0; i < size; i++) {
      Value item = value(type.items(), depth + 1);
      Object identity = item;
      if (item instanceof MapValue map && rule.isKeyed()) {
        item = withKeys(map, type, rule, size);
        identity = rule.listMapKeys().stream().map(((MapValue) item)::get).toList();
      }
      boolean once = rule.strategy() != FieldRule.Strategy.MERGE || seen.add(identity);
      if (once || chance(0.02)) {
        items.add(item);
      }
    }
    return new ListValue(items);
  }

  /// The item with its keys; one that has a default may be left out.
  private MapValue withKeys(MapValue item, Schema type, FieldRule rule, int size) {
    MapValue keyed = item;
    for (String key : rule.listMapKeys()) {
      boolean defaulted =
          rule.type().field(key).orElseThrow().rule().defaultValue() instanceof Value;
      keyed =
          defaulted && chance(0.3)
              ? keyed.without(key)
              : keyed.with(
                  key,
                  defaulted ? Value.text(pick(List.of("TCP", "UDP"))) : keyFor(type, key, size));
    }
    return keyed;
  }

  private Value keyFor(Schema type, String mergeKey, int size) {
    Optional<Schema> keyType =
        type.items().flatMap(item -> item.field(mergeKey)).map(Schema.Field::type);
    boolean integer = keyType.map(key -> key.def().kind().equals("integer")).orElse(false);
    int choice = random.nextInt(size > 10 ? 40 : 5);
    return integer ? Value.number(50 + choice) : Value.text("n" + choice);
  }

  private MapValue freeMap(Schema schema, int depth) {
    if (schema.def().additional() == null) {
      return any(depth) instanceof MapValue map ? map : MapValue.EMPTY;
    }
    var entries = new LinkedHashMap<String, Value>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      entries.put(pick(KEYS), value(schema.additional(), depth + 1));
    }
    return new MapValue(entries);
  }
}
