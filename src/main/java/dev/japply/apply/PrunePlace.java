package dev.japply.apply;

import dev.japply.cluster.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;

/// A location of candidates for pruning: one type in one namespace.
///
/// @param namespace empty for a type of the whole cluster
public record PrunePlace(Resource resource, String namespace) {

  /// The places of several types: type after type in each namespace, then those of the whole
  /// cluster.
  static List<PrunePlace> of(Collection<Resource> types, SortedSet<String> namespaces) {
    var places = new ArrayList<PrunePlace>();
    for (String namespace : namespaces) {
      types.stream()
          .filter(Resource::namespaced)
          .forEach(type -> places.add(new PrunePlace(type, namespace)));
    }
    types.stream()
        .filter(type -> !type.namespaced())
        .forEach(type -> places.add(new PrunePlace(type, "")));
    return places;
  }
}
