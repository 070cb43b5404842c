package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.plan.FieldReference.Step;
import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.ItemNames;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Copies the live value of a field into a document. Missing maps and items on its path are added
/// with only their keys.
///
/// @param field a field of the live object
record FieldAdoption(FieldReference field) {

  static MapValue with(
      FieldReference field, MapValue tree, MapValue live, @Nullable Schema schema) {
    return (MapValue) new FieldAdoption(field).put(0, tree, live, FieldType.of(schema));
  }

  private Value put(int step, Node tree, Value live, FieldType type) {
    if (step == field.steps().size()) {
      return withoutAnnotation(live);
    }
    Step next = field.steps().get(step);
    return switch (live) {
      case MapValue map -> {
        MapValue into = tree instanceof MapValue known ? known : MapValue.EMPTY;
        Value below = (Value) map.get(next.text());
        FieldType child = type.key(next.text());
        yield into.with(next.text(), put(step + 1, into.get(next.text()), below, child));
      }
      case ListValue list ->
          item(step, tree instanceof ListValue known ? known : ListValue.EMPTY, list, type);
      default -> live;
    };
  }

  private ListValue item(int step, ListValue into, ListValue live, FieldType type) {
    Step next = field.steps().get(step);
    Value item = live.items().get(field.item(live, next).orElseThrow());
    var items = new ArrayList<>(into.items());
    Optional<Integer> own = sameItem(into, item, next, type);
    Node before = own.map(i -> (Node) items.get(i)).orElseGet(() -> identity(item, next, type));
    Value after = put(step + 1, before, item, type.item());
    if (own.isPresent()) {
      items.set(own.get(), after);
    } else {
      items.add(after);
    }
    return new ListValue(items);
  }

  /// Returns the number of the item in `into` that matches the live `item`. It may omit a key with
  /// a default.
  private static Optional<Integer> sameItem(ListValue into, Value item, Step step, FieldType type) {
    return IntStream.range(0, into.size())
        .filter(i ->
            (into.items().get(i) instanceof MapValue own && item instanceof MapValue known)
                ? step.matches(own) && agrees(own, known, type)
                : into.items().get(i).equals(item))
        .boxed()
        .findFirst();
  }

  private static boolean agrees(MapValue own, MapValue item, FieldType type) {
    return type.allKeys().stream()
        .allMatch(key -> !own.has(key) || own.get(key).equals(item.get(key)));
  }

  private static Node identity(Value item, Step step, FieldType type) {
    var keys = new ArrayList<>(type.allKeys());
    step.pairs().forEach(pair -> keys.add(pair[0]));
    return item instanceof MapValue ? new ItemNames(keys).of(item) : Missing.MISSING;
  }

  /// The annotation itself is nothing that it could hold.
  private Value withoutAnnotation(Value value) {
    boolean annotations = field.steps().getLast().text().equals("annotations");
    return annotations && value instanceof MapValue map ? map.without(LastApplied.KEY) : value;
  }
}
