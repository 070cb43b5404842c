package dev.japply.ready;

import dev.japply.cluster.ClusterException;
import dev.japply.tree.Value.MapValue;
import java.util.Set;

/// Which objects of a collection are followed, and who hears of them.
interface Followed {
  /// Their names; empty for all objects.
  Set<String> names();

  /// That is what the server holds; the empty map where it holds nothing.
  void put(String name, MapValue live);

  /// It cannot be followed.
  ///
  /// @param name which object; empty for all of them
  void fail(String name, ClusterException failure);
}
