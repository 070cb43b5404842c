package dev.japply.kyaml;

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
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Merges a strategic merge patch into an object in kustomize's dialect. Unlike
/// `merge.StrategicPatch`, which follows the API server, it puts the patch's items first in a list.
/// It replaces lists of types without a schema, and supports only the directive `$patch`.
///
/// Follows kyaml's `merge2` and its walk, which visits the whole object, patched or not. So an
/// entry without a value (`key:`) is removed anywhere. With [ListItems#AS_KUSTOMIZE], duplicate
/// items of a merge list become one.
public final class KustomizePatch {
  private final KnownFields known;
  private final ScalarStyle spelling;
  private final ListItems items;

  /// @param types the type of an object by its `apiVersion` and `kind`; null if it is unknown
  /// @param spelling the written forms of the scalars in objects and patches
  /// @param items the items that a merge keeps
  public KustomizePatch(
      Function<MapValue, @Nullable Schema> types, ScalarStyle spelling, ListItems items) {
    this.known = new KnownFields(types);
    this.spelling = spelling;
    this.items = items;
  }

  /// Returns the items without the merge key of their list: in `patch`, and in the lists of
  /// `object` that it changes.
  public List<UnkeyedItem> itemsWithoutKey(MapValue object, MapValue patch) {
    return new ItemsWithoutKey(known, spelling).find(object, patch);
  }

  /// `object` with `patch` applied; [Missing] when the patch deletes it. One that replaces all of
  /// the object changes nothing: kustomize drops what comes of it.
  ///
  /// @throws MergeException when the patch does not fit the object
  public Node apply(MapValue object, MapValue patch) {
    Node merged = walk(object, patch, null, FieldPath.root());
    return Directive.tolerant(patch.get(Directive.KEY), spelling) == Directive.REPLACE
        ? object
        : merged;
  }

  private Node walk(Node into, Node patch, Schema.@Nullable Field field, FieldPath path) {
    return switch (isNothing(into) ? patch : into) {
      case MapValue map -> {
        requireMap(into, path);
        requireMap(patch, path);
        yield maps(into, patch, known.of(field, into, patch), path);
      }
      case ListValue list -> lists(into, patch, field, path);
      case Missing nothing -> nothing(into, patch);
      case NullValue value when isNothing(value) -> nothing(into, patch);
      case Value scalar -> {
        requireScalar(into, path);
        requireScalar(patch, path);
        yield scalar(into, patch);
      }
    };
  }

  /// Checks for a missing value or null. An untagged value is not null, even if it looks like null.
  private boolean isNothing(Node node) {
    return KnownFields.isNothing(node)
        && !(node instanceof Value value && spelling.isUntagged(value));
  }

  /// Compares by identity: two equal values may be written differently.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Node one, Node other) {
    return one == other;
  }

  /// A null that is written out stays as long as the patch does not name it.
  private Node nothing(Node into, Node patch) {
    boolean kept =
        patch instanceof Missing
            && into instanceof NullValue none
            && !spelling.text(none).isEmpty();
    return kept ? into : Missing.MISSING;
  }

  /// Returns the value of the patch in the quotes of the replaced one.
  private Node scalar(Node into, Node patch) {
    if (!(patch instanceof Value value)) {
      return asString(into);
    }
    if (isNothing(value)) {
      return Missing.MISSING;
    }
    if (into instanceof Missing || isSame(into, patch)) {
      return asString(value);
    }
    if (spelling.isQuoted(into)) {
      return spelling.isQuoted(value) ? value : inQuotes(value);
    }
    return value instanceof StringValue(String text) && spelling.isQuoted(value)
        ? new StringValue(text)
        : value;
  }

  /// Returns an untyped value as a string, as kyaml does, with quotes around strings that other
  /// parsers would read as another type.
  private Node asString(Node into) {
    if (!(into instanceof Value value) || spelling.isQuoted(value) || spelling.isTime(value)) {
      return into;
    }
    boolean isUntyped =
        value instanceof StringValue ? spelling.tag(value) == null : spelling.isUntagged(value);
    String text = spelling.text(value);
    return isUntyped && !PlainScalar.isString(text) ? spelling.quoted(text) : into;
  }

  private Value inQuotes(Value value) {
    String text = spelling.text(value);
    return value instanceof StringValue || spelling.isUntagged(value)
        ? spelling.quoted(text)
        : spelling.tagged(text, value, /* isQuoted= */ true);
  }

  private Node maps(Node into, Node patch, Schema.@Nullable Field field, FieldPath path) {
    MapValue from = into instanceof MapValue map ? map : MapValue.EMPTY;
    Node by = patch;
    if (KnownFields.isNothing(into) && patch instanceof MapValue map) {
      Directive directive = Directive.tolerant(map.get(Directive.KEY), spelling);
      if (directive == Directive.DELETE) {
        return Missing.MISSING;
      }
      from = directive == Directive.UNKNOWN ? map : map.without(Directive.KEY);
      by = from;
    } else if (patch instanceof NullValue) {
      return Missing.MISSING;
    } else if (patch instanceof MapValue map) {
      Directive directive = Directive.of(map.get(Directive.KEY), spelling, path);
      MapValue plain = map.without(Directive.KEY);
      if (directive == Directive.DELETE) {
        return Missing.MISSING;
      }
      from = directive == Directive.REPLACE || isSame(into, patch) ? plain : from;
      by = plain;
    }
    return fields(from, by instanceof MapValue map ? map : MapValue.EMPTY, field, path);
  }

  private MapValue fields(
      MapValue from, MapValue by, Schema.@Nullable Field field, FieldPath path) {
    MapValue merged =
        from.mapEntries(
            (key, value) -> walk(value, by.get(key), KnownFields.child(field, key), path.key(key)));
    MapValue added =
        by.mapEntries((key, value) ->
            from.has(key)
                ? Missing.MISSING
                : walk(Missing.MISSING, value, KnownFields.child(field, key), path.key(key)));
    return merged.with(added.entries());
  }

  private Node lists(Node into, Node patch, Schema.@Nullable Field field, FieldPath path) {
    requireList(into, path);
    requireList(patch, path);
    if (field == null || !KnownFields.merges(field)) {
      return patch instanceof Missing ? into : value(patch);
    }
    return new KustomizeList(this::walk, spelling, items, field, path).merge(into, patch);
  }

  private static Node value(Node patch) {
    return patch instanceof NullValue ? Missing.MISSING : patch;
  }

  private static void requireMap(Node node, FieldPath path) {
    require(node instanceof MapValue, node, "a map", path);
  }

  private static void requireList(Node node, FieldPath path) {
    require(node instanceof ListValue, node, "a list", path);
  }

  private static void requireScalar(Node node, FieldPath path) {
    require(node instanceof Value.ScalarValue, node, "a single value", path);
  }

  private static void require(boolean fits, Node node, String kind, FieldPath path) {
    if (!fits && !KnownFields.isNothing(node)) {
      String is =
          node instanceof MapValue ? "a map" : node instanceof ListValue ? "a list" : "no such";
      throw new MergeException(
          Reason.OTHER,
          path,
          "wrong node kind at %s: where the one has %s, the other has %s"
              .formatted(path, kind, is.equals("no such") ? "a single value" : is));
    }
  }

  /// The items of a list that merges with a patch.
  public enum ListItems {
    /// Items that the patch does not name stay. Defaults of keys count, such as the protocol of a
    /// port.
    KEPT,
    /// Items with equal keys become one, also in lists that are not in the patch. Items without a
    /// key are lost, and others with them.
    AS_KUSTOMIZE
  }

  /// An item without the merge key of its list.
  ///
  /// @param isInPatch whether it is in the patch, or else in the object
  /// @param path its path in the patch or the object
  /// @param key the key to write
  public record UnkeyedItem(boolean isInPatch, FieldPath path, String key) {}
}
