package dev.japply.merge;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// What a merge came to.
///
/// @param patch the body of the PATCH; empty when nothing changes. Where it replaces a list whole
///   that several writers share it carries `metadata.resourceVersion`, so that a write in between
///   is answered with a conflict
/// @param result the live object after the patch, before the server's defaulting
/// @param conflicts changes by others that the manifest would undo; only without `overwrite`
public record MergeOutcome(MapValue patch, MapValue result, List<Conflict> conflicts) {
  public MergeOutcome {
    conflicts = List.copyOf(conflicts);
  }

  /// A field that somebody else changed since it was applied last, and that the manifest changes
  /// too.
  ///
  /// @param path the field, in the manifest where it is there, else in the live object
  public record Conflict(FieldPath path, Node lastApplied, Node config, Node live) {}
}
