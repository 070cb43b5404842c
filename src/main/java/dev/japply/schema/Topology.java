package dev.japply.schema;

import java.util.List;

/// What several writers of a list or map share, by the topology that its type declares: the
/// extensions `x-kubernetes-list-type`, `x-kubernetes-list-map-keys` and `x-kubernetes-map-type`,
/// which server-side apply goes by.
public sealed interface Topology {

  /// A topology that needs no more than its name.
  enum Plain implements Topology {
    /// As is usual: the entries of a map have owners of their own (`granular`), a list has one
    /// (`atomic`).
    USUAL,
    /// A list of which each item is its own name, and has its own owners.
    SET,
    /// A map that has one owner.
    ATOMIC
  }

  /// A list whose items are told apart by these keys, and have owners of their own
  /// (`x-kubernetes-list-type: map`).
  record Keyed(List<String> keys) implements Topology {
    public Keyed {
      keys = List.copyOf(keys);
    }
  }
}
