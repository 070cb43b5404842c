package dev.japply.cli.flags;

import dev.japply.cluster.Resource;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.tree.Value.MapValue;

/// A live object, with the user's request for it.
///
/// @param requested the requested object: a manifest, or only its type and name
/// @param live the object on the server
public record LiveObject(Resource resource, KubeObject requested, MapValue live) {

  public Stored lastApplied() {
    return LastApplied.read(live);
  }

  /// Returns the text of the last-applied annotation; empty if there is none.
  public String annotation() {
    return LastApplied.text(live);
  }
}
