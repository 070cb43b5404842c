package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;
import java.util.function.Function;

/// A step that sets the fields of a list, such as `fieldSpecs`.
///
/// @param place the position for all fields
/// @param values returns the lines with the value of a field
public record FieldListStep(
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
