package dev.japply.kyaml;

import dev.japply.kyaml.KyamlItems.Identity;
import dev.japply.merge.MergeException;
import dev.japply.merge.MergeException.Reason;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.PlainScalar;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The three-way merge of `kpt pkg update`, which loses changes that `merge.ThreeWayMerge` keeps.
/// Nulls disappear. Local deletions are undone in part. A list that upstream changed replaces the
/// local one unless a schema gives its items keys.
///
/// Follows kyaml's `merge3` and the walk below it. Comments and aliases are not its business: where
/// kyaml goes by them, the result differs.
public final class KptMerge {
  private final KnownFields known;
  private final ScalarStyle spelling;

  /// @param types the type of an object by its `apiVersion` and `kind`; null if it is unknown
  /// @param spelling the written forms of the scalars in the versions
  public KptMerge(Function<MapValue, @Nullable Schema> types, ScalarStyle spelling) {
    this.known = new KnownFields(types);
    this.spelling = spelling;
  }

  /// Returns the merged object; [Missing] if nothing remains of it.
  ///
  /// @throws MergeException if a field is a map in one version and not a map in another
  public Node merge(Node local, Node origin, Node updated) {
    return walk(new Versions(local, origin, updated, FieldPath.root()), null);
  }

  /// The values of the three versions at one path.
  private record Versions(Node local, Node origin, Node updated, FieldPath path) {
    List<Node> all() {
      return List.of(local, origin, updated);
    }

    Node first() {
      return all().stream()
          .filter(node -> !KnownFields.isNothing(node))
          .findFirst()
          .orElse(Missing.MISSING);
    }

    Versions field(String key) {
      return new Versions(at(local, key), at(origin, key), at(updated, key), path.key(key));
    }

    private static Node at(Node node, String key) {
      return node instanceof MapValue map ? map.get(key) : Missing.MISSING;
    }

    /// Whether upstream or the user has cleared the field by a null.
    boolean isCleared() {
      return updated instanceof NullValue || local instanceof NullValue;
    }
  }

  private Node walk(Versions versions, Schema.@Nullable Field field) {
    Node first = versions.first();
    for (Node node : versions.all()) {
      requireSameKind(first, node, versions.path());
    }
    return switch (first) {
      case MapValue map ->
          maps(versions, known.of(field, versions.local(), versions.origin(), versions.updated()));
      case ListValue list ->
          field != null && KnownFields.merges(field) ? lists(versions, field) : whole(versions);
      case Missing nothing -> Missing.MISSING;
      case Value scalar -> whole(versions);
    };
  }

  /// A scalar, or a list that is one value.
  private Node whole(Versions versions) {
    Node origin = versions.origin();
    Node updated = versions.updated();
    if (versions.isCleared()) {
      return Missing.MISSING;
    }
    if (KnownFields.isNothing(updated) != KnownFields.isNothing(origin)) {
      return updated;
    }
    return KnownFields.isNothing(updated) || isWrittenAlike(origin, updated)
        ? versions.local()
        : updated;
  }

  /// Whether two values have the same text, where the text is known.
  private boolean isWrittenAlike(Node one, Node other) {
    return switch (one) {
      case MapValue map ->
          other instanceof MapValue that
              && List.copyOf(map.entries().keySet()).equals(List.copyOf(that.entries().keySet()))
              && map.entries().keySet().stream()
                  .allMatch(key -> areItemsAlike(map.get(key), that.get(key)));
      case ListValue list -> other instanceof ListValue that && areItemsAlike(list, that);
      case Missing nothing -> false;
      case Value scalar ->
          kind(other).equals(kind(scalar))
              && other instanceof Value that
              && spelling.text(scalar).equals(spelling.text(that));
    };
  }

  private boolean areItemsAlike(ListValue one, ListValue other) {
    boolean alike = one.size() == other.size();
    for (int i = 0; alike && i < one.size(); i++) {
      alike = areItemsAlike(one.items().get(i), other.items().get(i));
    }
    return alike;
  }

  /// The same within a list, where quotes count.
  private boolean areItemsAlike(Node one, Node other) {
    return spelling.isQuoted(one) == spelling.isQuoted(other) && isWrittenAlike(one, other);
  }

  private Node maps(Versions versions, Schema.@Nullable Field field) {
    Node local = versions.local();
    boolean gone = local instanceof Missing && versions.updated() instanceof Missing;
    if (versions.isCleared() || gone) {
      return Missing.MISSING;
    }
    MapValue here = local instanceof MapValue map ? map : MapValue.EMPTY;
    Map<String, Value> fields = new LinkedHashMap<>(here.entries());
    var keys = new TreeSet<String>();
    for (Node node : versions.all()) {
      if (node instanceof MapValue map) {
        keys.addAll(map.entries().keySet());
      }
    }
    for (String key : keys) {
      if (walk(versions.field(key), KnownFields.child(field, key)) instanceof Value value
          && !(value instanceof NullValue)) {
        fields.put(key, set(here.get(key), value));
      } else {
        fields.remove(key);
      }
    }
    return MapValue.copyOf(fields);
  }

  /// A value as it is written in the place of another: quotes stay, and what YAML 1.1 does not take
  /// for a string gets some.
  @SuppressWarnings("ReferenceEquality") // what stays is the same object
  private Value set(Node old, Value value) {
    boolean plain = value instanceof StringValue && !spelling.isQuoted(value);
    if (old instanceof Missing || old == value) {
      return plain && !PlainScalar.isString(spelling.text(value))
          ? spelling.quoted(spelling.text(value))
          : value;
    }
    if (spelling.isQuoted(old)) {
      return spelling.isQuoted(value) || !(value instanceof Value.ScalarValue)
          ? value
          : spelling.quoted(spelling.text(value));
    }
    // A copy, as kyaml makes one: if the item is merged once more, this is not what stayed.
    return value instanceof StringValue(String text) ? new StringValue(text) : value;
  }

  private Node lists(Versions versions, Schema.Field field) {
    if (KnownFields.isNothing(versions.updated()) && !KnownFields.isNothing(versions.origin())) {
      return Missing.MISSING;
    }
    List<Value> items = items(versions.local());
    List<Value> before = items(versions.origin());
    List<Value> theirs = items(versions.updated());
    var found = new KyamlItems(spelling, versions.path());
    List<Identity> identities =
        found.identities(List.of(items, before, theirs), KyamlItems.keys(field));
    Schema.Field type = KnownFields.item(field);
    var merged = new ArrayList<Value>();
    for (Identity identity : identities) {
      Identity own = KyamlItems.lookup(identity);
      int at = found.indexOf(items, own);
      var item =
          new Versions(
              at(items, at),
              at(before, found.indexOf(before, own)),
              at(theirs, found.indexOf(theirs, own)),
              versions.path().index(Math.max(at, 0)));
      Node made = walk(item, type);
      if (at >= 0 && made instanceof MapValue map) {
        items.set(at, map);
      }
      if (KnownFields.isNothing(made) || made.equals(MapValue.EMPTY)) {
        found.set(items, null, identity);
        continue;
      }
      Value value = found.withKeys((Value) made, identity);
      if (at >= 0 && value instanceof MapValue) {
        items.set(at, value);
      }
      found.set(merged, value, identity);
    }
    return new ListValue(
        identities.isEmpty() ? items : found.appended(items, merged, identities.getLast().keys()));
  }

  private static Node at(List<Value> items, int index) {
    return index < 0 ? Missing.MISSING : items.get(index);
  }

  private static List<Value> items(Node list) {
    return list instanceof ListValue(List<Value> items)
        ? new ArrayList<>(items)
        : new ArrayList<>();
  }

  private static void requireSameKind(Node first, Node node, FieldPath path) {
    if (!KnownFields.isNothing(node) && !kind(node).equals(kind(first))) {
      throw new MergeException(
          Reason.WRONG_TYPE,
          path,
          "wrong node kind at %s: one version has %s, another %s"
              .formatted(path, kind(first), kind(node)));
    }
  }

  private static String kind(Node node) {
    return switch (node) {
      case MapValue map -> "a map";
      case ListValue list -> "a list";
      case Missing nothing -> "nothing";
      case Value scalar -> "a single value";
    };
  }
}
