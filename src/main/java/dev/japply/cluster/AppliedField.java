package dev.japply.cluster;

import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Finds fields in the notation of server-side apply: `.spec.containers[name="web"].image`. List
/// items have their keys, their value or their index in brackets. Names with dots look like several
/// names; the object's content decides.
final class AppliedField {
  private static final Pattern SELECTOR =
      Pattern.compile("\\[((?:[^\\[\\]\"]|\"(?:[^\"\\\\]|\\\\.)*\")*)]");
  private static final Pattern KEY =
      Pattern.compile("(\\w*)=((?:[^,\"]|\"(?:[^\"\\\\]|\\\\.)*\")+),?");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private AppliedField() {}

  /// A field that was found.
  ///
  /// @param path the field's path, or the nearest existing parent's
  /// @param named the same with items by their keys, as the reference has them
  /// @param value the field's value; missing if the field does not exist
  record Match(FieldPath path, FieldPath named, Node value) {}

  /// Returns the field of `object` that `reference` names.
  static Match in(MapValue object, String reference) {
    return new NamedPath(FieldPath.root(), FieldPath.root()).find(object, reference);
  }

  /// A path while it is read.
  private record NamedPath(FieldPath path, FieldPath named) {
    Match find(Node node, String rest) {
      if (rest.isEmpty()) {
        return new Match(path, named, node);
      }
      return switch (node) {
        case MapValue map when rest.startsWith(".") -> inMap(map, this, rest.substring(1));
        case ListValue(List<Value> items) when rest.startsWith("[") -> inList(items, this, rest);
        case MapValue map -> end();
        case ListValue list -> end();
        case Value.ScalarValue scalar -> end();
        case Value.NullValue nothing -> end();
        case Missing missing -> end();
      };
    }

    Match end() {
      return new Match(path, named, Missing.MISSING);
    }
  }

  private static Match inMap(MapValue map, NamedPath place, String rest) {
    return map.entries().keySet().stream()
        .filter(key -> rest.startsWith(key) && ends(rest, key.length()))
        .max(Comparator.comparingInt(String::length))
        .map(key ->
            new NamedPath(place.path().key(key), place.named().key(key))
                .find(map.get(key), rest.substring(key.length())))
        .orElseGet(place::end);
  }

  private static boolean ends(String text, int at) {
    return at == text.length() || text.charAt(at) == '.' || text.charAt(at) == '[';
  }

  private static Match inList(List<Value> items, NamedPath place, String rest) {
    var selector = SELECTOR.matcher(rest);
    if (!selector.lookingAt()) {
      return place.end();
    }
    String wanted = selector.group(1);
    Optional<Integer> index =
        NUMBER.matcher(wanted).matches()
            ? Optional.of(Integer.parseInt(wanted)).filter(i -> i < items.size())
            : best(items, wanted);
    return index
        .map(i ->
            new NamedPath(place.path().index(i), item(place.named(), i, wanted))
                .find(items.get(i), rest.substring(selector.end())))
        .orElseGet(place::end);
  }

  private static FieldPath item(FieldPath list, int index, String wanted) {
    MapValue keys = MapValue.EMPTY;
    var key = KEY.matcher(wanted);
    try {
      while (key.find()) {
        Value value = Json.parse(key.group(2));
        if (key.group(1).isEmpty()) {
          return list.item(value);
        }
        keys = keys.with(key.group(1), value);
      }
    } catch (JsonSyntaxException e) {
      return list.index(index);
    }
    return keys.isEmpty() ? list.index(index) : list.item(keys);
  }

  /// Returns the first item with the most matching keys and no different one. Keys that the server
  /// fills in may be missing.
  private static Optional<Integer> best(List<Value> items, String wanted) {
    return IntStream.range(0, items.size())
        .boxed()
        .filter(i -> common(items.get(i), wanted) > 0)
        .max(
            Comparator.<Integer>comparingInt(i -> common(items.get(i), wanted))
                .thenComparing(Comparator.reverseOrder()));
  }

  /// Counts the keys of the item with these values; 0 if one of the keys has another value.
  private static int common(Value item, String wanted) {
    var key = KEY.matcher(wanted);
    int common = 0;
    while (key.find()) {
      Node value =
          key.group(1).isEmpty()
              ? item
              : item instanceof MapValue map ? map.get(key.group(1)) : Missing.MISSING;
      if (value instanceof Value known) {
        if (!GoJson.write(known).equals(key.group(2))) {
          return 0;
        }
        common++;
      }
    }
    return common;
  }
}
