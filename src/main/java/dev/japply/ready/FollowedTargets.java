package dev.japply.ready;

import dev.japply.cluster.ClusterException;
import dev.japply.ready.CollectionWatcher.Collection;
import dev.japply.ready.ReadyTracker.Place;
import dev.japply.tree.Value.MapValue;
import java.util.Set;

/// The awaited objects of a collection. Sends their readiness to the board.
///
/// @param classes decides when PersistentVolumeClaims are bound
record FollowedTargets(
    ReadyTracker board, StorageClasses classes, Collection collection, Set<String> names)
    implements WatchedObjects {

  @Override
  public void put(String name, MapValue live) {
    Readiness readiness =
        live.isEmpty() ? Readiness.NOT_FOUND : ReadyRules.of(live, classes::bindsLater);
    board.put(place(name), readiness);
  }

  @Override
  public void fail(String name, ClusterException failure) {
    board.fail(place(name), failure);
  }

  private Place place(String name) {
    return new Place(collection.resource(), collection.namespace(), name);
  }
}
