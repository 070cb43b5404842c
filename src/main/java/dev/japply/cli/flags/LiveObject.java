package dev.japply.cli.flags;

import dev.japply.cluster.Resource;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.tree.Value.MapValue;

/// An object of the cluster.
///
/// @param asked the object as the user named it: a manifest, or no more than its name
/// @param live the object as the server has it
public record LiveObject(Resource resource, KubeObject asked, MapValue live) {

  public Stored lastApplied() {
    return LastApplied.read(live);
  }

  /// The text of its annotation; empty when there is none.
  public String annotation() {
    return LastApplied.text(live);
  }
}
