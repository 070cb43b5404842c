package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;

/// An entry of `replicas`.
///
/// @param lines the lines of the entry
public record ReplicaEntry(String name, long count, Origin place, DecidingLines lines) {

  public ReplicaEntry with(List<LineRange> more) {
    return new ReplicaEntry(name, count, place, lines.where(more));
  }

  public static ReplicaEntry read(FieldReader map) {
    return new ReplicaEntry(map.text("name"), map.number("count"), map.place(), lines(map));
  }

  private static DecidingLines lines(FieldReader map) {
    return DecidingLines.of(map.lines("count"), map.lines("name"));
  }
}
