package dev.japply.kustomize.load;

import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.LineRange;
import java.util.List;
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

  /// A field with its lines.
  record Item(FieldSpec field, LineRange lines) {}

  /// Returns the fields.
  public FieldList fields() {
    return new FieldList(items.stream().map(Item::field).toList());
  }

  /// Returns all lines, those first that are about a field.
  public List<LineRange> of(FieldPath path) {
    return Stream.concat(
            items.stream().filter(item -> item.field().isAround(path)).map(Item::lines),
            all.stream())
        .toList();
  }
}
