package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A step that added or changed fields of an object.
///
/// @param before the object before the step
/// @param after the object after the step
/// @param step finds the position of each field that the step wrote; null if only names of other
///   objects changed, or the form of values
/// @param entries the entries that lead to the kustomization with the step, the innermost first
record StepChange(MapValue before, MapValue after, @Nullable Step step, List<LineRange> entries) {
  boolean changes(FieldPath path) {
    return step != null && !path.in(before).equals(path.in(after));
  }

  /// Returns the path of the field before the step, which may have renamed or moved an item of a
  /// list.
  FieldPath before(FieldPath path) {
    return switch (path) {
      case FieldPath.Root root -> root;
      case FieldPath.Key(FieldPath parent, String key) -> before(parent).key(key);
      case FieldPath.Item(FieldPath parent, Value identity) -> {
        FieldPath list = before(parent);
        FieldPath same = list.item(identity);
        yield same.in(before) instanceof Missing
                && path.numberedIn(after) instanceof FieldPath.Index(FieldPath now, int index)
            ? list.index(index)
            : same;
      }
      case FieldPath.Index(FieldPath parent, int index) -> {
        FieldPath list = before(parent);
        int moved =
            list.in(before) instanceof ListValue(List<Value> items)
                    && path.in(after) instanceof Value item
                    && !item.equals(list.index(index).in(before))
                ? items.indexOf(item)
                : -1;
        yield list.index(moved < 0 ? index : moved);
      }
    };
  }

  /// Whether the step set the field, perhaps to the value that it had.
  boolean sets(FieldPath path) {
    return changes(path)
        || (step != null && step.sets(path) && !(path.in(after) instanceof Missing));
  }

  Origin place(FieldPath path) {
    return Objects.requireNonNull(step).place(path);
  }

  DecidingLines lines(FieldPath path) {
    return Objects.requireNonNull(step).lines(path).within(entries);
  }
}
