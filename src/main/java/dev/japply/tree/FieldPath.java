package dev.japply.tree;

import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;

/// A path in a tree, from the root down: `spec.template.spec.containers[0].image`, or with the
/// identity of items: `spec.template.spec.containers[name=web].image`.
public sealed interface FieldPath {

  /// The root of the tree.
  static FieldPath root() {
    return new Root();
  }

  /// The whole tree.
  record Root() implements FieldPath {
    @Override
    public String toString() {
      return "";
    }
  }

  /// The entry `key` of the map at `parent`.
  record Key(FieldPath parent, String key) implements FieldPath {
    @Override
    public String toString() {
      return text(this);
    }
  }

  /// The item number `index`, from 0, of the list at `parent`.
  record Index(FieldPath parent, int index) implements FieldPath {
    @Override
    public String toString() {
      return text(this);
    }
  }

  /// The item of the list at `parent` with that `identity`: a map of its keys, or the item itself.
  record Item(FieldPath parent, Value identity) implements FieldPath {
    @Override
    public String toString() {
      return text(this);
    }
  }

  /// Whether this path is at or below `top`.
  default boolean isWithin(FieldPath top) {
    for (FieldPath at = this; ; at = at.parentPath()) {
      if (at.equals(top)) {
        return true;
      }
      if (at instanceof Root) {
        return false;
      }
    }
  }

  /// Whether one of the two paths is at or below the other.
  default boolean overlaps(FieldPath other) {
    return isWithin(other) || other.isWithin(this);
  }

  /// Whether it is a key of an item, which is part of the item's identity.
  default boolean isItemKey() {
    return this instanceof Key(FieldPath parent, String key)
        && parent instanceof Item(FieldPath list, MapValue keys)
        && keys.has(key);
  }

  /// The entry `key` below this path.
  default FieldPath key(String key) {
    return new Key(this, key);
  }

  /// The item `index` below this path.
  default FieldPath index(int index) {
    return new Index(this, index);
  }

  /// Returns the path of the item with that `identity`, below this path.
  default FieldPath item(Value identity) {
    return new Item(this, identity);
  }

  /// Returns this path below `top` instead of the root.
  default FieldPath below(FieldPath top) {
    return switch (this) {
      case Root root -> top;
      case Key(FieldPath parent, String key) -> parent.below(top).key(key);
      case Index(FieldPath parent, int index) -> parent.below(top).index(index);
      case Item(FieldPath parent, Value identity) -> parent.below(top).item(identity);
    };
  }

  /// Returns the node at this path in `tree`; [Missing] if there is none. Among items with the same
  /// identity it is the first.
  default Node in(Node tree) {
    return switch (this) {
      case Root root -> tree;
      case Key(FieldPath parent, String key) ->
          parent.in(tree) instanceof MapValue map ? map.get(key) : Missing.MISSING;
      case Index(FieldPath parent, int index) -> number(parent.in(tree), index);
      case Item(FieldPath parent, Value identity) -> {
        Node list = parent.in(tree);
        yield number(list, indexOf(list, identity));
      }
    };
  }

  /// Returns the same path, with items by their index in `tree`, where that has them.
  default FieldPath numberedIn(Node tree) {
    return switch (this) {
      case Root root -> root;
      case Key(FieldPath parent, String key) -> parent.numberedIn(tree).key(key);
      case Index(FieldPath parent, int index) -> parent.numberedIn(tree).index(index);
      case Item(FieldPath parent, Value identity) -> {
        FieldPath list = parent.numberedIn(tree);
        int index = indexOf(parent.in(tree), identity);
        yield index < 0 ? list.item(identity) : list.index(index);
      }
    };
  }

  /// The steps from the root, which is left out, to this path.
  default Iterator<FieldPath> steps() {
    if (this instanceof Root) {
      return Collections.emptyIterator();
    }
    Deque<FieldPath> steps = new ArrayDeque<>();
    FieldPath at = this;
    while (!(at instanceof Root)) {
      steps.push(at);
      at = at.parentPath();
    }
    return steps.iterator();
  }

  /// The path one step up; the root's is the root.
  default FieldPath parentPath() {
    return switch (this) {
      case Root root -> root;
      case Key key -> key.parent();
      case Index index -> index.parent();
      case Item item -> item.parent();
    };
  }

  private static Node number(Node list, int index) {
    return list instanceof ListValue(List<Value> items) && index >= 0 && index < items.size()
        ? items.get(index)
        : Missing.MISSING;
  }

  /// Returns `tree` with `value` at this path, or without the field if that is missing; the same
  /// where it lacks the map or list around the field. An item that it lacks comes last.
  default Node put(Node tree, Node value) {
    return switch (this) {
      case Root root -> value;
      case Key(FieldPath parent, String key) ->
          parent.in(tree) instanceof MapValue map
              ? parent.put(
                  tree, value instanceof Value known ? map.with(key, known) : map.without(key))
              : tree;
      case Index(FieldPath parent, int index) ->
          parent.in(tree) instanceof ListValue list
              ? parent.put(tree, with(list, index, value))
              : tree;
      case Item(FieldPath parent, Value identity) -> {
        int size = parent.in(tree) instanceof ListValue list ? list.size() : 0;
        FieldPath place = in(tree) instanceof Missing ? parent.index(size) : numberedIn(tree);
        yield place.put(tree, value);
      }
    };
  }

  private static ListValue with(ListValue list, int index, Node value) {
    var items = new ArrayList<>(list.items());
    if (index < items.size()) {
      items.remove(index);
    }
    if (value instanceof Value known) {
      items.add(Math.min(index, items.size()), known);
    }
    return new ListValue(items);
  }

  private static int indexOf(Node list, Value identity) {
    List<Integer> places = list instanceof ListValue some ? some.places(identity) : List.of();
    return places.isEmpty() ? -1 : places.getFirst();
  }

  /// `name=web` of keys.
  private static String name(Value identity) {
    return switch (identity) {
      case MapValue(var keys) ->
          keys.entrySet().stream()
              .map(key -> key.getKey() + "=" + name(key.getValue()))
              .collect(Collectors.joining(","));
      case StringValue(String text) -> text;
      default -> GoJson.write(identity);
    };
  }

  private static String text(FieldPath path) {
    var text = new StringBuilder();
    path.steps().forEachRemaining(step -> append(text, step));
    return text.toString();
  }

  private static void append(StringBuilder text, FieldPath step) {
    switch (step) {
      case Root root -> {}
      case Index(FieldPath parent, int index) -> text.append('[').append(index).append(']');
      case Item(FieldPath parent, Value identity) ->
          text.append('[').append(name(identity)).append(']');
      case Key(FieldPath parent, String key) -> {
        if (key.indexOf('.') >= 0 || key.indexOf('/') >= 0) {
          text.append('[').append(key).append(']');
        } else {
          text.append(text.isEmpty() ? "" : ".").append(key);
        }
      }
    }
  }
}
