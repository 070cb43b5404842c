package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;
import java.util.function.Supplier;

/// The lines that decide a value which a replacement or a variable takes from an object: the lines
/// of its entry, and of the field at that time.
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
