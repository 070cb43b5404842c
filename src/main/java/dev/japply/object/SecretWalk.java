package dev.japply.object;

import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/// Visits the parts of an object that may hold values of Secrets: Secrets, also within other
/// objects, and annotations that may repeat them. A position is the object's own and the keys on
/// the way to the value, divided by slashes.
///
/// @param change replaces the values there
/// @param copies texts that are secret wherever they are in an object that is no Secret
public record SecretWalk(Change change, Predicate<Value> copies) {
  private static final String METADATA = "metadata";
  private static final String ANNOTATIONS = "annotations";

  /// A walk through an object without copies of secret values.
  public SecretWalk(Change change) {
    this(change, value -> false);
  }

  /// Replacements for the visited values.
  public interface Change {
    /// Returns the replacement for a scalar or a list.
    Value value(String at, Value value);

    /// Returns the replacement for a copy of a secret value in an object that is no Secret.
    default Value copy(String at, Value value) {
      return value(at, value);
    }

    /// Returns the replacement for an annotation of a Secret, which may repeat a value, or
    /// for the last-applied one of another object.
    Value annotation(String at, String key, Value value);
  }

  /// Returns the Secrets with values anywhere within `node`, and `node` itself if it is
  /// one.
  public static List<MapValue> secretsIn(Node node) {
    var secrets = new ArrayList<MapValue>();
    collect(node, secrets);
    return secrets;
  }

  private static void collect(Node node, List<MapValue> secrets) {
    if (node instanceof MapValue map) {
      if (SecretMask.holdsValues(map)) {
        secrets.add(map);
      } else {
        for (Value entry : map.entries().values()) {
          collect(entry, secrets);
        }
      }
    } else if (node instanceof ListValue list) {
      for (Value item : list.items()) {
        collect(item, secrets);
      }
    }
  }

  /// Returns a whole object with replaced values.
  public MapValue changed(String at, MapValue tree) {
    return SecretMask.covers(Gvk.of(tree)) ? secret(at, tree) : searchedMap(at, tree);
  }

  private Value searched(String at, Value value) {
    return switch (value) {
      case MapValue map when SecretMask.holdsValues(map) -> secret(at, map);
      case MapValue map -> searchedMap(at, map);
      case ListValue list -> {
        var items = new ArrayList<Value>();
        for (Value item : list.items()) {
          items.add(searched(at + "/" + items.size(), item));
        }
        yield new ListValue(items);
      }
      case NullValue nothing -> nothing;
      case Value.ScalarValue scalar -> copies.test(scalar) ? change.copy(at, scalar) : scalar;
    };
  }

  /// Returns a map with replaced values, which may contain Secrets. With [#searched] it goes down
  /// as deep as values may be nested, so it does with few calls.
  public MapValue searchedMap(String at, MapValue map) {
    var entries = new LinkedHashMap<String, Value>();
    for (var entry : map.entries().entrySet()) {
      String place = at + "/" + entry.getKey();
      entries.put(
          entry.getKey(),
          entry.getKey().equals(LastApplied.KEY)
              ? change.annotation(place, entry.getKey(), entry.getValue())
              : searched(place, entry.getValue()));
    }
    return new MapValue(entries);
  }

  /// Returns a Secret, or a patch of one, with replaced values.
  public MapValue secret(String at, MapValue map) {
    return each(
        at,
        map,
        (place, entry) -> {
          if (entry.key().equals(METADATA)) {
            return metadata(place, entry.value());
          }
          return SecretMask.open(entry.key()) ? entry.value() : hidden(place, entry.value());
        });
  }

  private Value metadata(String at, Value metadata) {
    return metadata instanceof MapValue map
        ? each(
            at,
            map,
            (place, entry) ->
                entry.key().equals(ANNOTATIONS) ? annotations(place, entry.value()) : entry.value())
        : hidden(at, metadata);
  }

  private Value annotations(String at, Value annotations) {
    return annotations instanceof MapValue map
        ? each(at, map, (place, entry) -> change.annotation(place, entry.key(), entry.value()))
        : hidden(at, annotations);
  }

  /// Returns a value with all its scalars replaced. Maps and their keys stay.
  public Value hidden(String at, Value value) {
    return switch (value) {
      case MapValue map -> each(at, map, (place, entry) -> hidden(place, entry.value()));
      case NullValue nothing -> nothing;
      case ListValue list -> change.value(at, list);
      case Value.ScalarValue scalar -> change.value(at, scalar);
    };
  }

  private record MapEntry(String key, Value value) {}

  private static MapValue each(
      String at, MapValue map, BiFunction<String, MapEntry, Value> changed) {
    var entries = new LinkedHashMap<String, Value>();
    for (var entry : map.entries().entrySet()) {
      String key = entry.getKey();
      entries.put(key, changed.apply(at + "/" + key, new MapEntry(key, entry.getValue())));
    }
    return new MapValue(entries);
  }
}
