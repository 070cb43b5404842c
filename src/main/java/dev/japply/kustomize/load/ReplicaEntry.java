package dev.japply.kustomize.load;

import dev.japply.problem.Origin;

/// An entry of `replicas`.
public record ReplicaEntry(String name, long count, Origin place) {

  /// The entry in `map`.
  public static ReplicaEntry read(FieldReader map) {
    return new ReplicaEntry(map.text("name"), map.number("count"), map.place());
  }
}
