package dev.japply.schema;

import java.util.List;

/// The parts of a list or map with owners of their own, as its type declares: the extensions
/// `x-kubernetes-list-type`, `x-kubernetes-list-map-keys` and `x-kubernetes-map-type`, which
/// server-side apply follows.
public sealed interface Topology {

  /// A topology that needs no more than its name.
  enum Plain implements Topology {
    /// As is usual: the entries of a map have owners of their own (`granular`), a list has one
    /// (`atomic`).
    USUAL,
    /// A list whose items are their own keys, and have their own owners.
    SET,
    /// A map that has one owner.
    ATOMIC
  }

  /// A list whose items are identified by these keys, and have owners of their own
  /// (`x-kubernetes-list-type: map`).
  record Keyed(List<String> keys) implements Topology {
    public Keyed {
      keys = List.copyOf(keys);
    }
  }
}
