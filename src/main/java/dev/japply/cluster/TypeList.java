package dev.japply.cluster;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// All types that a server serves, as far as it says.
///
/// @param served in the server's order, the preferred version of a group first
/// @param unread why nothing is known of the types of some groups and versions, by `apiVersion`:
///   that of an aggregated API, say, whose backend is away
public record TypeList(List<ServedType> served, SortedMap<String, ClusterException> unread) {
  public TypeList {
    served = List.copyOf(served);
    unread = new TreeMap<>(unread);
  }

  /// Types of a server that says of all what it has.
  public TypeList(List<ServedType> served) {
    this(served, new TreeMap<>());
  }
}
