package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The lines of a map of texts, such as labels.
///
/// @param keys the lines of each entry
/// @param others the lines that concern all entries, for the fields that get them
public record KeyLines(Map<String, LineRange> keys, FieldListLines others) {
  public KeyLines {
    keys = new LinkedHashMap<>(keys);
  }

  /// Returns these lines with more that concern all entries.
  public KeyLines with(FieldListLines more) {
    return new KeyLines(
        keys, new FieldListLines(more.items(), LineRange.joined(others.all(), more.all())));
  }

  /// Returns the lines that decide the value of a field, whose last key is the one of its entry.
  private DecidingLines of(FieldPath path) {
    List<LineRange> entries =
        path instanceof FieldPath.Key(FieldPath parent, String key) && keys.containsKey(key)
            ? List.of(keys.get(key))
            : List.copyOf(keys.values());
    return DecidingLines.of(entries, others.of(path));
  }

  public Step step(Origin place) {
    return Step.of(place, this::of);
  }
}
