package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;
import java.util.function.Function;

/// A source of fields of an object: its file, a patch, an entry of a kustomization.
public interface Step {
  /// Returns the position of a field that the step wrote.
  Origin place(FieldPath path);

  /// Returns all lines that decide the value of a field, the nearest ones first. A replacement also
  /// has the lines of the value that it takes.
  default DecidingLines lines(FieldPath path) {
    return DecidingLines.of(List.of(LineRange.at(place(path))));
  }

  /// Returns whether the step sets a field, whatever value that has.
  default boolean sets(FieldPath path) {
    return false;
  }

  /// Returns the step as it works on objects of one type.
  default Step on(Gvk gvk) {
    return this;
  }

  /// Returns a step with one position for all fields.
  ///
  /// @param lines all lines of its entry
  static Step of(Origin place, DecidingLines lines) {
    return of(place, path -> lines);
  }

  /// Returns a step with one position for all fields, but its own lines for each.
  ///
  /// @param lines returns the lines that decide the value of a field
  static Step of(Origin place, Function<FieldPath, DecidingLines> lines) {
    return new Step() {
      @Override
      public Origin place(FieldPath path) {
        return place;
      }

      @Override
      public DecidingLines lines(FieldPath path) {
        return lines.apply(path);
      }
    };
  }
}
