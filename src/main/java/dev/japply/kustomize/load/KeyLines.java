package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
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

  /// Returns the lines of a field, whose last key is the one of its entry.
  private List<LineRange> of(FieldPath path) {
    return path instanceof FieldPath.Key(FieldPath parent, String key) && keys.containsKey(key)
        ? List.of(keys.get(key))
        : List.copyOf(keys.values());
  }

  public Step step(Origin place) {
    return others.step(place, this::of);
  }
}
