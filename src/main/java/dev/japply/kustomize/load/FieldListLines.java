package dev.japply.kustomize.load;

import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// The lines of a list of fields, such as `fieldSpecs`.
///
/// @param items each field with its lines
/// @param all the lines of the list, and others that concern all fields
public record FieldListLines(List<Item> items, List<LineRange> all) {
  public FieldListLines {
    items = List.copyOf(items);
    all = List.copyOf(all);
  }

  record Item(FieldSpec field, LineRange lines) {}

  /// Returns the fields.
  public FieldList fields() {
    return new FieldList(items.stream().map(Item::field).toList());
  }

  /// Returns the fields of objects of one type.
  FieldListLines on(Gvk gvk) {
    return new FieldListLines(
        items.stream().filter(item -> item.field().kinds().matches(gvk)).toList(), all);
  }

  /// Returns all lines: first those about a field, then those about others, since a value that
  /// fields share is also changed with another field.
  public List<LineRange> of(FieldPath path) {
    return Stream.of(lines(path, true), lines(path, false), all).flatMap(List::stream).toList();
  }

  private List<LineRange> lines(FieldPath path, boolean isAround) {
    return items.stream()
        .filter(item -> item.field().isAround(path) == isAround)
        .map(Item::lines)
        .toList();
  }

  /// Returns a step that sets the fields.
  ///
  /// @param place the position for all fields
  /// @param values returns the lines with the value of a field
  public Step step(Origin place, Function<FieldPath, List<LineRange>> values) {
    return new FieldListStep(place, values, this);
  }

  private record FieldListStep(
      Origin place, Function<FieldPath, List<LineRange>> values, FieldListLines fields)
      implements Step {
    @Override
    public Origin place(FieldPath path) {
      return place;
    }

    @Override
    public DecidingLines lines(FieldPath path) {
      return DecidingLines.of(values.apply(path), fields.of(path));
    }

    @Override
    public Step on(Gvk gvk) {
      return fields.items().isEmpty() ? this : new FieldListStep(place, values, fields.on(gvk));
    }
  }
}
