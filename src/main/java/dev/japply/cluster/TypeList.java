package dev.japply.cluster;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// All types that a server serves.
///
/// @param served in the server's order, the preferred version of a group first
/// @param unread the failures of discovery by `apiVersion`, for example of an aggregated API
///   without a backend
public record TypeList(List<ServedType> served, SortedMap<String, ClusterException> unread) {
  public TypeList {
    served = List.copyOf(served);
    unread = new TreeMap<>(unread);
  }

  /// Creates the list of a server with complete discovery.
  public TypeList(List<ServedType> served) {
    this(served, new TreeMap<>());
  }
}
