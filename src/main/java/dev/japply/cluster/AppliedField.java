package dev.japply.cluster;

import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
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
  /// @param value the field's value; missing if the field does not exist
  record Found(FieldPath path, Node value) {}

  /// Returns the field of `object` that `reference` names.
  static Found in(MapValue object, String reference) {
    return find(object, FieldPath.root(), reference);
  }

  private static Found find(Node node, FieldPath path, String rest) {
    if (rest.isEmpty()) {
      return new Found(path, node);
    }
    return switch (node) {
      case MapValue map when rest.startsWith(".") -> inMap(map, path, rest.substring(1));
      case ListValue(List<Value> items) when rest.startsWith("[") -> inList(items, path, rest);
      case MapValue map -> new Found(path, Missing.MISSING);
      case ListValue list -> new Found(path, Missing.MISSING);
      case Value.ScalarValue scalar -> new Found(path, Missing.MISSING);
      case Value.NullValue nothing -> new Found(path, Missing.MISSING);
      case Missing missing -> new Found(path, Missing.MISSING);
    };
  }

  private static Found inMap(MapValue map, FieldPath path, String rest) {
    return map.entries().keySet().stream()
        .filter(key -> rest.startsWith(key) && ends(rest, key.length()))
        .max(Comparator.comparingInt(String::length))
        .map(key -> find(map.get(key), path.key(key), rest.substring(key.length())))
        .orElseGet(() -> new Found(path, Missing.MISSING));
  }

  private static boolean ends(String text, int at) {
    return at == text.length() || text.charAt(at) == '.' || text.charAt(at) == '[';
  }

  private static Found inList(List<Value> items, FieldPath path, String rest) {
    var selector = SELECTOR.matcher(rest);
    if (!selector.lookingAt()) {
      return new Found(path, Missing.MISSING);
    }
    String wanted = selector.group(1);
    Optional<Integer> index =
        NUMBER.matcher(wanted).matches()
            ? Optional.of(Integer.parseInt(wanted)).filter(i -> i < items.size())
            : best(items, wanted);
    return index
        .map(i -> find(items.get(i), path.index(i), rest.substring(selector.end())))
        .orElseGet(() -> new Found(path, Missing.MISSING));
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
