package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.Positions;
import java.util.List;

/// The fields of an object as its file has them.
///
/// @param base the path of the object in the document
record WrittenFields(MapValue object, Positions positions, FieldPath base) implements Step {
  @Override
  public Origin place(FieldPath path) {
    return positions.find(base, path.numberedIn(object));
  }

  @Override
  public DecidingLines lines(FieldPath path) {
    return DecidingLines.of(List.of(positions.lines(base, path.numberedIn(object))));
  }
}
