package dev.japply.object;

import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

/// Visits the parts of an object that may hold values of Secrets: Secrets, also within other
/// objects, and annotations that may repeat them. A position is the object's own and the keys on
/// the way to the value, divided by slashes.
///
/// Two states of one object are walked in step: a part is secret if it is secret in one of them.
///
/// @param change replaces the values there
/// @param copies whether a value of an object that is no Secret is a secret text, or contains one
public record SecretWalk(Change change, Predicate<Node> copies) {
  private static final String METADATA = "metadata";
  private static final String ANNOTATIONS = "annotations";

  /// A walk through an object without copies of secret values.
  public SecretWalk(Change change) {
    this(change, value -> false);
  }

  /// Replacements for the visited values.
  public interface Change {
    /// Returns the replacement for a value that is not null.
    Value value(String at, Value value);

    /// Returns the replacement for a value, by the value of the other state.
    ///
    /// @param other missing if there is none
    default Value value(String at, Value value, Node other) {
      return value(at, value);
    }

    /// Returns the replacement for null.
    default Value nothing(Node other) {
      return Value.NULL;
    }

    /// Returns the replacement for a copy of a secret value in an object that is no Secret.
    default Value copy(String at, Value value, Node other) {
      return value(at, value, other);
    }

    /// Returns the replacement for an annotation of a Secret, which may repeat a value, or for the
    /// last-applied one of another object.
    Value annotation(String at, String key, Value value);

    /// Returns the replacement for an annotation of a Secret with two states.
    default Value annotation(String at, String key, Value value, Node other) {
      return annotation(at, key, value);
    }

    /// Returns the replacement for the last-applied annotation of an object that is no Secret.
    default Value applied(String at, Value value, Node other) {
      return annotation(at, LastApplied.KEY, value);
    }
  }

  /// Returns the Secrets with values anywhere within `node`, and `node` itself if it is one.
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
    return changed(at, tree, Missing.MISSING);
  }

  /// Returns a whole object with replaced values.
  ///
  /// @param other the other state of the object; missing if there is none
  public MapValue changed(String at, MapValue tree, Node other) {
    return isSecret(tree) || isSecret(other)
        ? secret(at, tree, other)
        : searchedMap(at, tree, other);
  }

  private static boolean isSecret(Node node) {
    return node instanceof MapValue map && SecretMask.covers(Gvk.of(map));
  }

  private static boolean holdsValues(Node node) {
    return node instanceof MapValue map && SecretMask.holdsValues(map);
  }

  /// Returns a part of an object with replaced values.
  public Value searched(String at, Value value, Node other) {
    if (!isAlike(value, other) && (copies.test(value) || copies.test(other))) {
      return change.copy(at, value, other);
    }
    return switch (value) {
      case MapValue map when holdsValues(map) || holdsValues(other) -> secret(at, map, other);
      case MapValue map -> searchedMap(at, map, other);
      case ListValue list -> {
        var items = new ArrayList<Value>();
        for (Value item : list.items()) {
          int index = items.size();
          items.add(searched(at + "/" + index, item, item(other, index)));
        }
        yield new ListValue(items);
      }
      case NullValue nothing -> nothing;
      case Value.ScalarValue scalar ->
          copies.test(scalar) || copies.test(other) ? change.copy(at, scalar, other) : scalar;
    };
  }

  /// Returns true if both are maps, both are lists, both are scalars, or there is only one.
  private static boolean isAlike(Value value, Node other) {
    return switch (other) {
      case Missing missing -> true;
      case MapValue map -> value instanceof MapValue;
      case ListValue list -> value instanceof ListValue;
      default -> !(value instanceof MapValue) && !(value instanceof ListValue);
    };
  }

  private static Node item(Node node, int index) {
    return node instanceof ListValue list && index < list.size()
        ? list.items().get(index)
        : Missing.MISSING;
  }

  private static Node entry(Node node, String key) {
    return node instanceof MapValue map ? map.get(key) : Missing.MISSING;
  }

  /// Returns a map with replaced values, which may contain Secrets.
  public MapValue searchedMap(String at, MapValue map) {
    return searchedMap(at, map, Missing.MISSING);
  }

  /// With [#searched] it goes down as deep as values may be nested, so it does with few calls.
  private MapValue searchedMap(String at, MapValue map, Node others) {
    var entries = new LinkedHashMap<String, Value>();
    for (var entry : map.entries().entrySet()) {
      String key = entry.getKey();
      String place = at + "/" + key;
      Node other = entry(others, key);
      entries.put(
          key,
          key.equals(LastApplied.KEY)
              ? change.applied(place, entry.getValue(), other)
              : searched(place, entry.getValue(), other));
    }
    return new MapValue(entries);
  }

  /// Returns a Secret, or a patch of one, with replaced values.
  public MapValue secret(String at, MapValue map) {
    return secret(at, map, Missing.MISSING);
  }

  private MapValue secret(String at, MapValue secret, Node others) {
    return each(
        at,
        secret,
        others,
        (place, key, value, other) -> {
          if (key.equals(METADATA)) {
            return metadata(place, value, other);
          }
          return SecretMask.open(key) ? value : field(place, value, other);
        });
  }

  private Value metadata(String at, Value metadata, Node others) {
    return metadata instanceof MapValue map
        ? each(
            at,
            map,
            others,
            (place, key, value, other) ->
                key.equals(ANNOTATIONS) ? annotations(place, value, other) : value)
        : field(at, metadata, others);
  }

  private Value annotations(String at, Value annotations, Node others) {
    return annotations instanceof MapValue map
        ? each(at, map, others, change::annotation)
        : field(at, annotations, others);
  }

  /// Returns a field of a Secret with replaced values. A map stays if the other state agrees, to
  /// show its keys; a map within it is a value.
  private Value field(String at, Value value, Node others) {
    boolean maps = value instanceof MapValue && isAlike(value, others);
    return maps
        ? each(at, (MapValue) value, others, (place, key, item, other) -> whole(place, item, other))
        : whole(at, value, others);
  }

  private Value whole(String at, Value value, Node other) {
    return value instanceof NullValue ? change.nothing(other) : change.value(at, value, other);
  }

  /// Returns a value with all its scalars replaced. Maps and their keys stay.
  public Value hidden(String at, Value value) {
    return value instanceof MapValue map
        ? each(at, map, Missing.MISSING, (place, key, item, other) -> hidden(place, item))
        : whole(at, value, Missing.MISSING);
  }

  /// Returns the replacement for the entry of a map.
  private interface EntryChange {
    Value changed(String at, String key, Value value, Node other);
  }

  private static MapValue each(String at, MapValue map, Node others, EntryChange change) {
    var entries = new LinkedHashMap<String, Value>();
    for (var entry : map.entries().entrySet()) {
      String key = entry.getKey();
      entries.put(key, change.changed(at + "/" + key, key, entry.getValue(), entry(others, key)));
    }
    return new MapValue(entries);
  }
}
