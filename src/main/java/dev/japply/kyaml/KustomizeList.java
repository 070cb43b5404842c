package dev.japply.kyaml;

import dev.japply.kyaml.KustomizePatch.ListItems;
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
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Merges one list with identifiable items, in the dialect of [KustomizePatch].
///
/// Follows kyaml's `walkAssociativeSequence`: the patch's items come first, then the list's items.
/// kyaml changes the items in place during its lookups, so later lookups see earlier changes. The
/// lists here are changed in the same order.
final class KustomizeList {
  private final FieldContext walk;
  private final ScalarStyle spelling;
  private final ListItems kept;
  private final Schema.Field field;
  private final FieldPath path;
  private final KyamlItems found;

  KustomizeList(
      FieldContext walk, ScalarStyle spelling, ListItems kept, Schema.Field field, FieldPath path) {
    this.walk = walk;
    this.spelling = spelling;
    this.kept = kept;
    this.field = field;
    this.path = path;
    this.found = new KyamlItems(spelling, path);
  }

  @SuppressWarnings("ReferenceEquality") // a list may be merged with itself, like kyaml's
  Node merge(Node into, Node patch) {
    List<Value> items;
    List<Value> by;
    if (!(into instanceof ListValue list)) {
      items = items(patch);
      by = items;
    } else if (patch instanceof NullValue) {
      return Missing.MISSING;
    } else {
      by = items(patch);
      items = into == patch ? by : new ArrayList<>(list.items());
      switch (directive(by)) {
        case DELETE -> {
          return Missing.MISSING;
        }
        case REPLACE -> items = by;
        case MERGE, UNKNOWN -> {}
      }
    }
    ListValue result = new ListValue(merged(items, by, patch));
    return result.equals(into) && isSame(result, (ListValue) into) ? into : result;
  }

  @SuppressWarnings("ReferenceEquality") // what stays as it is is the same object
  private static boolean isSame(ListValue one, ListValue other) {
    for (int i = 0; i < one.size(); i++) {
      if (one.items().get(i) != other.items().get(i)) {
        return false;
      }
    }
    return true;
  }

  private List<Value> merged(List<Value> items, List<Value> by, Node patch) {
    boolean unpatched = patch instanceof Missing;
    if (kept == ListItems.KEPT) {
      if (unpatched) {
        return walked(items);
      }
      Optional<ItemKeys> keys = ItemKeys.of(field, spelling);
      if (keys.isPresent()) {
        return byKeys(items, by, keys.get());
      }
    }
    return merge(items, by, unpatched);
  }

  /// Returns the items of a list that is not in the patch.
  private List<Value> walked(List<Value> items) {
    var walked = new ArrayList<Value>();
    for (int i = 0; i < items.size(); i++) {
      walked.add(kept(items.get(i), i));
    }
    return walked;
  }

  /// Returns an item that no item of the patch names.
  private Value kept(Value item, int index) {
    return walk.walk(item, Missing.MISSING, KnownFields.item(field), path.index(index))
            instanceof Value walked
        ? walked
        : item;
  }

  /// Returns the list with the patch's items merged into those that they name.
  ///
  /// As in kyaml, new items come first. With a single key, so do the named ones, in the order of
  /// the patch; with several keys they keep their places.
  @SuppressWarnings("ReferenceEquality") // a list that is new or replaced is merged with itself
  private List<Value> byKeys(List<Value> items, List<Value> by, ItemKeys keys) {
    List<Value> old = items == by ? List.of() : items;
    old.forEach(this::requireMap);
    by.forEach(this::requireMap);
    int[] named = keys.named(old, by);
    boolean moves = keys.all().size() == 1;
    var result = new ArrayList<Value>();
    for (int j = 0; j < by.size(); j++) {
      if (!ItemKeys.contains(named, j)) {
        add(result, Missing.MISSING, by.get(j), 0);
      }
      for (int i = 0; moves && i < old.size(); i++) {
        if (named[i] == j) {
          add(result, old.get(i), by.get(j), i);
        }
      }
    }
    for (int i = 0; i < old.size(); i++) {
      if (named[i] == ItemKeys.NONE) {
        result.add(kept(old.get(i), i));
      } else if (!moves) {
        add(result, old.get(i), by.get(named[i]), i);
      }
    }
    return result;
  }

  private void requireMap(Value item) {
    if (!(item instanceof MapValue || item instanceof NullValue)) {
      throw new MergeException(
          Reason.OTHER, path, "wrong node kind at %s: an item is no map".formatted(path));
    }
  }

  private void add(List<Value> result, Node old, Value patch, int index) {
    Node made = walk.walk(old, patch, KnownFields.item(field), path.index(index));
    if (made instanceof Value value
        && !(value instanceof NullValue)
        && !value.equals(MapValue.EMPTY)) {
      result.add(value);
    }
  }

  private static List<Value> items(Node list) {
    return list instanceof ListValue(List<Value> items)
        ? new ArrayList<>(items)
        : new ArrayList<>();
  }

  /// Returns the directive for the whole list. It has an item of its own, which is removed.
  private Directive directive(List<Value> patch) {
    for (Value item : patch) {
      if (item instanceof MapValue map && map.get(Directive.KEY) instanceof Value value) {
        if (map.entries().size() > 1) {
          return Directive.MERGE;
        }
        Directive directive = Directive.of(value, spelling, path);
        found.set(patch, null, new Identity(List.of(Directive.KEY), List.of(spelling.text(value))));
        return directive;
      }
    }
    return Directive.MERGE;
  }

  private List<Value> merge(List<Value> items, List<Value> by, boolean unpatched) {
    List<List<Value>> lists = unpatched ? List.of(items) : List.of(by, items);
    List<Identity> identities = found.identities(lists, KyamlItems.keys(field));
    var merged = new ArrayList<Value>();
    for (Identity identity : identities) {
      mergeOne(identity, items, by, merged);
    }
    return identities.isEmpty()
        ? items
        : found.appended(merged, items, identities.getLast().keys());
  }

  @SuppressWarnings("ReferenceEquality") // what stays as it is is the same object
  private void mergeOne(Identity identity, List<Value> items, List<Value> by, List<Value> merged) {
    Identity own = KyamlItems.lookup(identity);
    int at = found.indexOf(items, own);
    int patched = found.indexOf(by, own);
    Node old = at < 0 ? Missing.MISSING : items.get(at);
    Node patch = patched < 0 ? Missing.MISSING : by.get(patched);
    Schema.Field type = KnownFields.item(field);
    Node result = walk.walk(old, patch, type, path.index(Math.max(at, 0)));
    if (patch instanceof MapValue map) {
      by.set(patched, carriedOut(map));
    }
    if (!(result instanceof Value made)
        || made instanceof NullValue
        || made.equals(MapValue.EMPTY)) {
      found.set(items, null, identity);
      return;
    }
    Value value = found.withKeys(made, identity);
    boolean replaced =
        items != by
            && patch instanceof MapValue map
            && Directive.tolerant(map.get(Directive.KEY), spelling) == Directive.REPLACE;
    if (at >= 0 && !replaced && value instanceof MapValue) {
      items.set(at, value);
    }
    found.set(merged, value, identity);
  }

  /// An item of the patch without its directives: kyaml takes them out as it follows them, and may
  /// process an item twice.
  @SuppressWarnings("ReferenceEquality") // what stays as it is is the same object
  private MapValue carriedOut(MapValue patch) {
    Directive directive = Directive.tolerant(patch.get(Directive.KEY), spelling);
    MapValue plain = directive == Directive.UNKNOWN ? patch : patch.without(Directive.KEY);
    if (directive == Directive.DELETE) {
      return plain;
    }
    for (var entry : plain.entries().entrySet()) {
      if (entry.getValue() instanceof MapValue map) {
        MapValue rest = carriedOut(map);
        plain = rest == map ? plain : plain.with(entry.getKey(), rest);
      }
    }
    return plain;
  }

  /// The way from a list back to the walk that met it: the list pairs its items, the walk goes on
  /// within each pair.
  @FunctionalInterface
  interface FieldContext {
    /// Merges two values at the same path.
    ///
    /// @param field the schema of the field; null if it is unknown
    Node walk(Node into, Node patch, Schema.@Nullable Field field, FieldPath path);
  }
}
