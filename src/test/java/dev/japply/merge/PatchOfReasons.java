package dev.japply.merge;

import dev.japply.merge.FieldReason.Entry;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.KeyOrder;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The patch that is put together again from the entries of its reasons. An entry that is in none,
/// or in two, gives another patch or none.
final class PatchOfReasons {
  private Object root = new LinkedHashMap<String, Object>();

  private PatchOfReasons() {}

  /// How the patch of the reasons differs from `patch`; items of lists count in any order.
  static Optional<String> difference(List<Sent> reasons, MapValue patch) {
    var again = new PatchOfReasons();
    try {
      reasons.stream()
          .map(Sent::entry)
          .sorted(Comparator.comparingInt(entry -> depth(entry.place())))
          .forEach(again::put);
    } catch (IllegalStateException e) {
      return Optional.of("two reasons: " + e.getMessage());
    }
    Value made = unordered(frozen(again.root));
    return made.equals(unordered(patch))
        ? Optional.empty()
        : Optional.of("another patch: " + GoJson.write(made) + " not " + GoJson.write(patch));
  }

  private static int depth(FieldPath path) {
    int depth = 0;
    for (var steps = path.steps(); steps.hasNext(); steps.next()) {
      depth++;
    }
    return depth;
  }

  private void put(Entry entry) {
    var steps = entry.place().steps();
    if (!steps.hasNext()) {
      root = open(entry.value());
      return;
    }
    Object at = root;
    FieldPath step = steps.next();
    while (steps.hasNext()) {
      FieldPath next = steps.next();
      at = descend(at, step, next);
      step = next;
    }
    set(at, step, open(entry.value()));
  }

  @SuppressWarnings("unchecked")
  private static Object descend(Object at, FieldPath step, FieldPath next) {
    Object empty = next instanceof FieldPath.Item ? new ArrayList<Object>() : new LinkedHashMap<>();
    if (step instanceof FieldPath.Key(FieldPath map, String key)) {
      return ((Map<String, Object>) at).computeIfAbsent(key, absent -> empty);
    }
    var identity = (MapValue) ((FieldPath.Item) step).identity();
    for (Object item : (List<Object>) at) {
      if (item instanceof Map<?, ?> map
          && identity.entries().entrySet().stream()
              .allMatch(key -> key.getValue().equals(map.get(key.getKey())))) {
        return item;
      }
    }
    Object item = open(identity);
    ((List<Object>) at).add(item);
    return item;
  }

  @SuppressWarnings("unchecked")
  private static void set(Object at, FieldPath step, Object value) {
    if (step instanceof FieldPath.Key(FieldPath map, String key)) {
      Object before = ((Map<String, Object>) at).put(key, value);
      if (before != null && !before.equals(value)) {
        throw new IllegalStateException(step.toString());
      }
    } else {
      ((List<Object>) at).add(value);
    }
  }

  private static Object open(Value value) {
    return switch (value) {
      case MapValue map -> {
        var entries = new LinkedHashMap<String, Object>();
        map.entries().forEach((key, inner) -> entries.put(key, open(inner)));
        yield entries;
      }
      case ListValue list ->
          new ArrayList<>(list.items().stream().map(PatchOfReasons::open).toList());
      default -> value;
    };
  }

  private static Value frozen(Object tree) {
    return switch (tree) {
      case Map<?, ?> map -> {
        var entries = new LinkedHashMap<String, Value>();
        map.forEach((key, inner) -> entries.put((String) key, frozen(inner)));
        yield new MapValue(entries);
      }
      case List<?> list -> new ListValue(list.stream().map(PatchOfReasons::frozen).toList());
      default -> (Value) tree;
    };
  }

  private static Value unordered(Value value) {
    return switch (value) {
      case MapValue map -> {
        var entries = new LinkedHashMap<String, Value>();
        map.entries().forEach((key, inner) -> entries.put(key, unordered(inner)));
        yield new MapValue(entries);
      }
      case ListValue list ->
          new ListValue(
              list.items().stream()
                  .map(PatchOfReasons::unordered)
                  .sorted(Comparator.comparing(GoJson::write, KeyOrder.UTF8))
                  .toList());
      default -> value;
    };
  }
}
