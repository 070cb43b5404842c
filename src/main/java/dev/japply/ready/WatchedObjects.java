package dev.japply.ready;

import dev.japply.cluster.ClusterException;
import dev.japply.tree.Value.MapValue;
import java.util.Set;

/// The followed objects of a collection, and the listener for their changes.
interface WatchedObjects {
  /// The names of the objects; empty for all objects.
  Set<String> names();

  /// Receives the current state of an object; an empty map if the object does not exist.
  void put(String name, MapValue live);

  /// Receives a failure to follow an object.
  ///
  /// @param name the name of the object; empty for all objects
  void fail(String name, ClusterException failure);
}
