package dev.japply.kustomize.build;

import dev.japply.kustomize.build.PathText.Item;
import dev.japply.kustomize.build.PathText.SubstitutionException;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

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

  /// The lines that decide a value which a replacement or a variable takes from an object: the
  /// lines of its entry, and of the field at that time.
  ///
  /// @param from the source object
  /// @param steps the number of steps that had changed the object
  /// @param path the steps to the field
  record TakenLines(List<LineRange> entry, BuiltResource from, int steps, List<String> path)
      implements Supplier<DecidingLines> {
    TakenLines(List<LineRange> entry, BuiltResource from, List<String> path) {
      this(entry, from, from.steps(), path);
    }

    @Override
    public DecidingLines get() {
      return DecidingLines.joined(
          List.of(DecidingLines.of(entry), from.allCauses(field(path), steps)));
    }

    /// Returns the field at a path; the first list on it with several fields.
    static FieldPath field(List<String> path) {
      FieldPath field = FieldPath.root();
      for (String step : path) {
        if (step.isBlank()) {
          continue;
        }
        if (step.equals("*")) {
          return field; // several fields
        }
        field = below(field, step);
      }
      return field;
    }

    private static FieldPath below(FieldPath field, String step) {
      if (PathText.isItem(step)) {
        PathText.Item item = PathText.Item.of(step);
        Value value = Value.text(item.value());
        return field.item(item.key().isEmpty() ? value : MapValue.of(item.key(), value));
      }
      return PathText.isIndex(step) ? field.index(Integer.parseInt(step)) : field.key(step.strip());
    }
  }
}
