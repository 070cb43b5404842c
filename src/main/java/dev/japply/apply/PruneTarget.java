package dev.japply.apply;

import dev.japply.cluster.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;

/// A location of candidates for pruning: one type in one namespace.
///
/// @param namespace empty for a type of the whole cluster
public record PruneTarget(Resource resource, String namespace) {

  /// Returns the places of several types: type after type in each namespace, then the types of the
  /// whole cluster.
  static List<PruneTarget> of(Collection<Resource> types, SortedSet<String> namespaces) {
    var places = new ArrayList<PruneTarget>();
    for (String namespace : namespaces) {
      types.stream()
          .filter(Resource::namespaced)
          .forEach(type -> places.add(new PruneTarget(type, namespace)));
    }
    types.stream()
        .filter(type -> !type.namespaced())
        .forEach(type -> places.add(new PruneTarget(type, "")));
    return places;
  }
}
