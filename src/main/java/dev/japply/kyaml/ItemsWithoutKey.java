package dev.japply.kyaml;

import dev.japply.kyaml.KustomizePatch.UnkeyedItem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the items without the merge key of their list: in a patch, and in the lists of the object
/// that it changes.
final class ItemsWithoutKey {
  private final KnownFields known;
  private final ScalarStyle spelling;
  private final List<UnkeyedItem> found = new ArrayList<>();

  ItemsWithoutKey(KnownFields known, ScalarStyle spelling) {
    this.known = known;
    this.spelling = spelling;
  }

  /// The same value in the object and in the patch, with its path in each.
  private record Both(Node into, FieldPath intoPath, Value patch, FieldPath patchPath) {}

  List<UnkeyedItem> find(MapValue object, MapValue patch) {
    visit(new Both(object, FieldPath.root(), patch, FieldPath.root()), Optional.empty());
    return found;
  }

  private void visit(Both both, Optional<Schema.Field> field) {
    if (both.patch() instanceof MapValue map) {
      visitMap(both, map, Optional.ofNullable(known.of(field.orElse(null), both.into(), map)));
    } else if (both.patch() instanceof ListValue(List<Value> items)
        && field.filter(KnownFields::merges).isPresent()) {
      ItemKeys.of(field.get(), spelling).ifPresent(keys -> visitList(both, items, keys));
    }
  }

  private void visitMap(Both both, MapValue patch, Optional<Schema.Field> field) {
    Directive directive = Directive.tolerant(patch.get(Directive.KEY), spelling);
    if (directive == Directive.DELETE) {
      return;
    }
    MapValue into =
        both.into() instanceof MapValue map && directive != Directive.REPLACE
            ? map
            : MapValue.EMPTY;
    patch
        .entries()
        .forEach((key, value) ->
            visit(
                new Both(into.get(key), both.intoPath().key(key), value, both.patchPath().key(key)),
                field.map(parent -> KnownFields.child(parent, key))));
  }

  private void visitList(Both both, List<Value> patch, ItemKeys keys) {
    Directive whole = Directive.MERGE;
    for (Value item : patch) {
      if (isDirective(item)) {
        whole = Directive.tolerant(((MapValue) item).get(Directive.KEY), spelling);
      }
    }
    if (whole == Directive.DELETE) {
      return;
    }
    List<Value> items =
        both.into() instanceof ListValue(List<Value> into) && whole != Directive.REPLACE
            ? into
            : List.of();
    for (int i = 0; i < patch.size(); i++) {
      if (!isDirective(patch.get(i))) {
        add(true, both.patchPath().index(i), keys.lacking(patch.get(i)));
      }
    }
    for (int i = 0; i < items.size() && !patch.isEmpty(); i++) {
      add(false, both.intoPath().index(i), keys.lacking(items.get(i)));
    }
    int[] named = keys.named(items, patch);
    for (int i = 0; i < patch.size(); i++) {
      if (!isDirective(patch.get(i)) && !ItemKeys.contains(named, i)) {
        visitItem(both, Missing.MISSING, 0, i, keys);
      }
    }
    for (int i = 0; i < items.size(); i++) {
      if (named[i] != ItemKeys.NONE) {
        visitItem(both, items.get(i), i, named[i], keys);
      }
    }
  }

  private void visitItem(Both both, Node into, int at, int patch, ItemKeys keys) {
    visit(
        new Both(
            into,
            both.intoPath().index(at),
            ((ListValue) both.patch()).items().get(patch),
            both.patchPath().index(patch)),
        keys.item());
  }

  /// Returns whether an item is a directive for the whole list.
  private static boolean isDirective(Value item) {
    return item instanceof MapValue map && map.has(Directive.KEY) && map.entries().size() == 1;
  }

  private void add(boolean isInPatch, FieldPath path, Optional<String> key) {
    key.ifPresent(missing -> {
      var item = new UnkeyedItem(isInPatch, path, missing);
      if (!found.contains(item)) {
        found.add(item);
      }
    });
  }
}
