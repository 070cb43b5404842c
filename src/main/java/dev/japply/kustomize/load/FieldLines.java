package dev.japply.kustomize.load;

import dev.japply.tree.FieldPath;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The lines that decide the fields of a generated object.
///
/// @param fields the lines for some of the fields, in the order of their precedence
/// @param others the lines that concern all fields
public record FieldLines(Map<FieldPath, List<LineRange>> fields, List<LineRange> others) {
  public FieldLines {
    fields = new LinkedHashMap<>(fields);
    others = List.copyOf(others);
  }

  /// Returns the lines that decide the value of a field.
  public DecidingLines of(FieldPath path) {
    var lines = new ArrayList<LineRange>();
    fields.forEach((field, its) -> {
      if (field.overlaps(path)) {
        lines.addAll(its);
      }
    });
    return DecidingLines.of(lines, others);
  }

  FieldLines with(FieldLines more) {
    var all = new LinkedHashMap<>(fields);
    more.fields.forEach((field, lines) -> all.merge(field, lines, LineRange::joined));
    return new FieldLines(all, LineRange.joined(others, more.others));
  }
}
