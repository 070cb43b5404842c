package dev.japply.object;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The walk to the parts of an object that may hold values of Secrets: Secrets, also within other
/// objects, annotations that may repeat them, and copies of their values. It finds the secret
/// parts; masks, digests and the search for values replace them.
///
/// Two states of one object are walked in step: a part is secret if it is secret in one of them.
///
/// @param replacement replaces the values there
/// @param copies whether a value of an object that is no Secret is a secret text, or contains one
public record SecretWalk(Replacement replacement, Predicate<Node> copies) {
  /// The public fields of a Secret, `metadata` aside. A field that no Secret has is not among them:
  /// it may be a misspelt `stringData`.
  private static final Set<String> OPEN = Set.of("apiVersion", "kind", "type", "immutable");

  private static final String METADATA = "metadata";
  private static final String ANNOTATIONS = "annotations";

  /// A walk through an object without copies of secret values.
  public SecretWalk(Replacement replacement) {
    this(replacement, value -> false);
  }

  /// Returns the replacement for a part.
  public interface Replacement {
    Value of(Part part);
  }

  /// A part of an object that is secret, or that may repeat a secret value.
  ///
  /// @param at the object's position, and the keys on the way, divided by slashes
  /// @param other the value of the other state; missing if there is none
  public record Part(Sort sort, String at, Value value, Node other) {
    /// Returns the place alone: the values are secret.
    @Override
    public String toString() {
      return sort + " at " + at;
    }
  }

  /// The sorts of parts.
  public enum Sort {
    /// A value of a Secret, or a field that no Secret has.
    VALUE,
    /// A null in place of a value.
    NULL,
    /// A copy of a secret value in an object that is no Secret.
    COPY,
    /// The last-applied annotation of a Secret, which repeats its values.
    LAST_APPLIED,
    /// Another annotation of a Secret, which may repeat a value.
    ANNOTATION,
    /// The last-applied annotation of an object that is no Secret, but may contain one.
    OTHER_LAST_APPLIED
  }

  /// Returns true if objects of that type hold secret values.
  public static boolean isSecret(Gvk gvk) {
    return gvk.kind().equals("Secret");
  }

  private static boolean isSecret(Node node) {
    return node instanceof MapValue map && isSecret(Gvk.of(map));
  }

  /// Returns true if `node`, a part of an object, is a Secret with values; with only the type and a
  /// name it is a reference to one.
  private static boolean holdsValues(Node node) {
    return isSecret(node)
        && node instanceof MapValue map
        && (map.has("data") || map.has("stringData"));
  }

  /// Returns true if `object` is a Secret, or contains one with values.
  public static boolean isInvolvedIn(Node object) {
    return isSecret(object) || hasSecret(object);
  }

  /// Returns true if the value at `path` of a Secret is secret, or contains secret values.
  public static boolean isSecret(FieldPath path) {
    var steps = path.steps();
    if (!steps.hasNext() || !(steps.next() instanceof FieldPath.Key first)) {
      return true;
    }
    if (!first.key().equals(METADATA)) {
      return !OPEN.contains(first.key());
    }
    FieldPath annotations = FieldPath.root().key(METADATA).key(ANNOTATIONS);
    return path.equals(annotations.parentPath())
        || path.equals(annotations)
        || path.equals(annotations.key(LastApplied.KEY));
  }

  /// Returns true if the value at `path` of `object` is secret, or contains secret values: of a
  /// Secret, or of one within another object.
  public static boolean isSecret(MapValue object, FieldPath path) {
    if (isSecret(object)) {
      return isSecret(path);
    }
    Node at = object;
    Iterator<FieldPath> steps = path.steps();
    while (steps.hasNext() && !holdsValues(at)) {
      at = alone(steps.next()).in(at);
    }
    if (!steps.hasNext()) {
      return hasSecret(at);
    }
    FieldPath within = FieldPath.root();
    while (steps.hasNext()) {
      within = alone(steps.next()).below(within);
    }
    return isSecret(within);
  }

  /// Returns the last step of a path.
  private static FieldPath alone(FieldPath step) {
    return switch (step) {
      case FieldPath.Root root -> root;
      case FieldPath.Key(FieldPath parent, String key) -> FieldPath.root().key(key);
      case FieldPath.Index(FieldPath parent, int index) -> FieldPath.root().index(index);
      case FieldPath.Item(FieldPath parent, Value identity) -> FieldPath.root().item(identity);
    };
  }

  /// Returns true if there is a Secret with values anywhere within `node`, or `node` is one.
  private static boolean hasSecret(Node node) {
    if (holdsValues(node)) {
      return true;
    }
    Collection<Value> parts =
        switch (node) {
          case MapValue map -> map.entries().values();
          case ListValue list -> list.items();
          default -> List.of();
        };
    for (Value part : parts) {
      if (hasSecret(part)) {
        return true;
      }
    }
    return false;
  }

  /// Returns a whole object with replaced values.
  public MapValue object(String at, MapValue tree) {
    return object(at, tree, Missing.MISSING);
  }

  /// Returns a whole object with replaced values.
  ///
  /// @param other the other state of the object; missing if there is none
  public MapValue object(String at, MapValue tree, Node other) {
    return isSecret(tree) || isSecret(other) ? secret(at, tree, other) : map(at, tree, other);
  }

  /// Returns a part of an object, or a patch of one, with replaced values.
  public Value part(String at, Value value, Node other) {
    if (!isAlike(value, other) && (copies.test(value) || copies.test(other))) {
      return replaced(Sort.COPY, at, value, other);
    }
    return switch (value) {
      case MapValue map when holdsValues(map) || holdsValues(other) -> secret(at, map, other);
      case MapValue map -> map(at, map, other);
      case ListValue list -> {
        var items = new ArrayList<Value>();
        for (Value item : list.items()) {
          int index = items.size();
          items.add(part(at + "/" + index, item, item(other, index)));
        }
        yield new ListValue(items);
      }
      case NullValue nothing -> nothing;
      case Value.ScalarValue scalar ->
          copies.test(scalar) || copies.test(other)
              ? replaced(Sort.COPY, at, scalar, other)
              : scalar;
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

  /// With [#part] it goes down as deep as values may be nested, so it does with few calls.
  private MapValue map(String at, MapValue map, Node others) {
    var entries = new LinkedHashMap<String, Value>();
    for (var entry : map.entries().entrySet()) {
      String key = entry.getKey();
      String place = at + "/" + key;
      Node other = entry(others, key);
      entries.put(
          key,
          key.equals(LastApplied.KEY)
              ? replaced(Sort.OTHER_LAST_APPLIED, place, entry.getValue(), other)
              : part(place, entry.getValue(), other));
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
          return OPEN.contains(key) ? value : field(place, value, other);
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
        ? each(
            at,
            map,
            others,
            (place, key, value, other) ->
                replaced(
                    key.equals(LastApplied.KEY) ? Sort.LAST_APPLIED : Sort.ANNOTATION,
                    place,
                    value,
                    other))
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
    return replaced(value instanceof NullValue ? Sort.NULL : Sort.VALUE, at, value, other);
  }

  private Value replaced(Sort sort, String at, Value value, Node other) {
    return replacement.of(new Part(sort, at, value, other));
  }

  /// Returns all of `value` replaced, as one or as the values of its maps: the keys of these stay.
  public Value all(String at, Value value) {
    return value instanceof MapValue map
        ? each(at, map, Missing.MISSING, (place, key, item, other) -> all(place, item))
        : whole(at, value, Missing.MISSING);
  }

  private interface EntryReplacement {
    Value of(String at, String key, Value value, Node other);
  }

  private static MapValue each(String at, MapValue map, Node others, EntryReplacement replacement) {
    var entries = new LinkedHashMap<String, Value>();
    for (var entry : map.entries().entrySet()) {
      String key = entry.getKey();
      entries.put(key, replacement.of(at + "/" + key, key, entry.getValue(), entry(others, key)));
    }
    return new MapValue(entries);
  }
}
