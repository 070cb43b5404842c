package dev.japply.merge;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// The result of a merge.
///
/// @param patch the body of the PATCH request; empty if nothing changes. If it replaces a whole
///   list that several writers share, it contains `metadata.resourceVersion`, so that the server
///   rejects it with a conflict after another write
/// @param result the live object after the patch, before the server's defaulting
/// @param conflicts changes by others that the manifest would undo; empty with `overwrite`, except
///   in package updates
public record MergeOutcome(MapValue patch, MapValue result, List<Conflict> conflicts) {
  public MergeOutcome {
    conflicts = List.copyOf(conflicts);
  }

  /// The state of the patch, without values of objects.
  @Override
  public String toString() {
    return (patch.isEmpty() ? "unchanged" : "changed") + ", conflicts " + conflicts;
  }

  /// A field that another client changed since it was applied last, and that the manifest changes
  /// too.
  ///
  /// @param path the field, with the names of items
  /// @param place the path with the indexes of items in the manifest, or in the live object if the
  ///   manifest does not have the field
  public record Conflict(
      FieldPath path, FieldPath place, Node lastApplied, Node config, Node live) {
    Conflict(FieldPath place, Node lastApplied, Node config, Node live) {
      this(place, place, lastApplied, config, live);
    }

    /// Returns the same conflict with the name of its field.
    Conflict named(FieldPath name) {
      return new Conflict(name, place, lastApplied, config, live);
    }

    @Override
    public String toString() {
      return "conflict at " + path;
    }
  }
}
