package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.yaml.LineRange;
import java.util.List;

/// An entry of `replicas`.
///
/// @param lines all lines of the entry
public record ReplicaEntry(String name, long count, Origin place, List<LineRange> lines) {

  public ReplicaEntry with(List<LineRange> more) {
    return new ReplicaEntry(name, count, place, LineRange.joined(lines, more));
  }

  public static ReplicaEntry read(FieldReader map) {
    return new ReplicaEntry(map.text("name"), map.number("count"), map.place(), map.lines());
  }
}
