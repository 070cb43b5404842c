package dev.japply.kustomize.build;

import dev.japply.kustomize.build.PathText.Item;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;

/// Finds the single value at a path. Follows kyaml's `PathGetter`.
record PathLookup(ScalarStyle spelling) {
  /// Returns the value at the end of the path, or [Missing].
  ///
  /// @throws SubstitutionException if the path does not fit the value
  Node find(Value root, List<String> path) {
    Node at = root;
    for (String step : path) {
      String part = step.strip();
      if (!part.isEmpty() && at instanceof Value value) {
        at = next(value, part);
      }
    }
    return at;
  }

  /// Returns `root` with `value` at a path where [#find] finds something.
  @SuppressWarnings("ReferenceEquality") // the first of several equal items
  Value with(Value root, List<String> path, Value value) {
    if (path.isEmpty()) {
      return value;
    }
    String step = path.getFirst().strip();
    List<String> rest = path.subList(1, path.size());
    if (step.isEmpty() || !(next(root, step) instanceof Value child)) {
      return with(root, rest, value);
    }
    Value changed = with(child, rest, value);
    return switch (root) {
      case MapValue map -> map.with(step, changed);
      case ListValue(List<Value> items) -> {
        var others = new ArrayList<>(items);
        int index = 0;
        while (items.get(index) != child) {
          index++;
        }
        others.set(index, changed);
        yield new ListValue(others);
      }
      default -> root;
    };
  }

  private Node next(Value value, String step) {
    if (PathText.isIndex(step)) {
      return element(items(value), Integer.parseInt(step));
    }
    if (step.equals("-")) {
      return element(items(value), items(value).size() - 1);
    }
    if (step.equals("*")) {
      throw new SubstitutionException("wildcard is not supported here");
    }
    if (PathText.isItem(step)) {
      return item(items(value), Item.of(step));
    }
    return switch (value) {
      case MapValue map -> map.get(step);
      case NullValue nothing -> Missing.MISSING;
      case Value other ->
          throw new SubstitutionException("'" + step + "' is looked for in a value that is no map");
    };
  }

  private static List<Value> items(Value value) {
    return switch (value) {
      case ListValue(List<Value> items) -> items;
      case NullValue nothing -> List.of();
      case Value other ->
          throw new SubstitutionException("an item is looked for in a value that is no list");
    };
  }

  private static Node element(List<Value> items, int index) {
    return index >= 0 && index < items.size() ? items.get(index) : Missing.MISSING;
  }

  private Node item(List<Value> items, Item wanted) {
    for (Value item : items) {
      boolean found =
          wanted.key().isEmpty()
              ? text(item).equals(wanted.value())
              : item instanceof MapValue map
                  && map.get(wanted.key()) instanceof Value field
                  && text(field).equals(wanted.value());
      if (found) {
        return item;
      }
    }
    return Missing.MISSING;
  }

  private String text(Value value) {
    return spelling.text(value);
  }
}
