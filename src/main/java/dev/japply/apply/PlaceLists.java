package dev.japply.apply;

import dev.japply.apply.PruneScope.Place;
import dev.japply.cluster.ClusterException;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Lists the objects of several places in parallel; the results have the order of the places.
///
/// @param concurrency number of places that are listed in parallel
record PlaceLists(int concurrency) {
  /// The objects of a place.
  ///
  /// @param failure the reason why they could not be listed; null if they were
  record Listed(Place place, List<MapValue> objects, @Nullable ClusterException failure) {
    Listed {
      objects = List.copyOf(objects);
    }
  }

  /// Returns the objects of each place; of fewer places after an interrupt.
  ///
  /// @param list sends the requests for one place
  List<Listed> read(List<Place> places, Function<Place, List<MapValue>> list) {
    var read = new ArrayList<Listed>();
    try (var workers = new Workers(concurrency)) {
      for (Future<Listed> task :
          places.stream().map(place -> workers.begin(() -> listed(place, list))).toList()) {
        workers.result(task).ifPresent(read::add);
      }
    }
    return read;
  }

  private static Listed listed(Place place, Function<Place, List<MapValue>> list) {
    try {
      return new Listed(place, list.apply(place), null);
    } catch (ClusterException e) {
      return new Listed(place, List.of(), e);
    }
  }
}
