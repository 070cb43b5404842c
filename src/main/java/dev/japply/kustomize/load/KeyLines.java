package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.LineRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The lines of a map of texts, such as labels.
///
/// @param keys the lines of each entry
/// @param others the lines that concern all entries
public record KeyLines(Map<String, LineRange> keys, List<LineRange> others) {
  public KeyLines {
    keys = new LinkedHashMap<>(keys);
    others = List.copyOf(others);
  }

  /// Returns these lines with more that concern all entries.
  public KeyLines with(List<LineRange> more) {
    var all = new ArrayList<>(others);
    all.addAll(more);
    return new KeyLines(keys, all);
  }

  /// Returns the lines that decide the value of a field, whose last key is the one of its entry.
  public List<LineRange> of(FieldPath path) {
    var lines = new ArrayList<LineRange>();
    if (path instanceof FieldPath.Key(FieldPath parent, String key) && keys.containsKey(key)) {
      lines.add(keys.get(key));
    } else {
      lines.addAll(keys.values());
    }
    lines.addAll(others);
    return lines;
  }

  /// Returns the step that sets the entries.
  public Step step(Origin place) {
    return new Step() {
      @Override
      public Origin place(FieldPath path) {
        return place;
      }

      @Override
      public List<LineRange> lines(FieldPath path) {
        return of(path);
      }
    };
  }
}
