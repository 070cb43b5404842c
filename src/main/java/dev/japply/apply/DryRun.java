package dev.japply.apply;

import dev.japply.object.ManagedFields;
import dev.japply.plan.Action;
import dev.japply.plan.LiveMetadata;
import dev.japply.tree.Value.MapValue;

/// The dry-run strategy.
public enum DryRun {
  /// Writes are carried out.
  NONE,
  /// Nothing is sent but reads.
  CLIENT,
  /// Writes are sent as server-side dry runs.
  SERVER;

  /// Whether `patch`, which made the server turn `before` into `after`, changes the object: the one
  /// rule of all commands.
  boolean isChange(Action.Patch patch, MapValue before, MapValue after) {
    return distinguishes(before, after) && !patch.changedNothing(before, after);
  }

  /// Whether a write changed the object. A server writes nothing, and keeps the resourceVersion,
  /// when nothing differs; on a dry run it keeps it in any case, and the objects are compared.
  boolean distinguishes(MapValue before, MapValue after) {
    return this == SERVER
        ? !ManagedFields.unversioned(before).equals(ManagedFields.unversioned(after))
        : !LiveMetadata.version(before).equals(LiveMetadata.version(after));
  }
}
