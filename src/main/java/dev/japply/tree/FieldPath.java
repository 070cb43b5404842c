package dev.japply.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/// A place in a tree, from the root down: `spec.template.spec.containers[0].image`.
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

  /// The entry `key` below this path.
  default FieldPath key(String key) {
    return new Key(this, key);
  }

  /// The item `index` below this path.
  default FieldPath index(int index) {
    return new Index(this, index);
  }

  /// The steps from the root, which is left out, to this path.
  default Iterator<FieldPath> steps() {
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
