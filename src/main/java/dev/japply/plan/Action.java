package dev.japply.plan;

import dev.japply.object.ObjectKey;
import dev.japply.problem.Problem;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The planned action for one object.
public sealed interface Action {

  /// An action that needs at most one write.
  sealed interface OneWrite extends Action {}

  sealed interface Merged extends OneWrite {}

  /// The result of a merge if there is no live object.
  sealed interface OfAbsent extends Merged {}

  /// An action for a live object that the server refuses to patch.
  sealed interface OfUnpatchable extends Action {}

  /// Creates the object.
  record Create(MapValue body) implements OfAbsent {}

  /// Changes the object by one PATCH.
  ///
  /// @param strategic whether `body` is a strategic merge patch; else it is a JSON merge patch
  /// @param body the patch, not empty
  /// @param result the live object after it, before the server's defaulting
  /// @param guarded whether the patch is valid only for the version that it was computed from, so
  ///   that the server must refuse it for any other
  record Patch(boolean strategic, MapValue body, MapValue result, boolean guarded)
      implements Merged {
    /// Returns the body with the resource version of `live`, so that the server refuses it for
    /// another version. A version in the manifest is kept.
    public MapValue onlyOnto(MapValue live) {
      MapValue metadata = body.map("metadata");
      Value version = Value.text(LiveMetadata.version(live));
      return metadata.has("resourceVersion")
          ? body
          : body.with("metadata", metadata.with("resourceVersion", version));
    }

    /// Checks whether a change from `before` to `after` affects a field that this patch writes, or
    /// the last-applied annotation.
    public boolean isAbout(MapValue before, MapValue after) {
      return PatchedFields.OF_MAPS.moved(body, before, after).isPresent();
    }

    /// Checks whether all changes from `before` to `after` come from other writers, as a
    /// controller's status. No field of the patch may differ. If the generation differs, no other
    /// field may: some types count an empty list that they drop.
    public boolean changedNothing(MapValue before, MapValue after) {
      Node wanted = before.map("metadata").get("generation");
      boolean counted = !wanted.equals(after.map("metadata").get("generation"));
      return !isAbout(before, after)
          && (!counted || FieldChanges.between(before, after, null, body.has("status")).isEmpty());
    }
  }

  /// Leaves the object unchanged: it matches the manifest.
  record Unchanged() implements Merged {}

  /// Rejects the change, with the reasons.
  record Refused(List<Problem> problems) implements OfAbsent, OfUnpatchable {
    public Refused {
      problems = List.copyOf(problems);
    }
  }

  /// Sends the manifest for server-side apply.
  ///
  /// @param manifest the request body
  /// @param force whether to take over fields of other managers
  /// @param subresource the subresource to apply, as `status`; empty for the object itself
  record Apply(MapValue manifest, boolean force, String subresource) implements OneWrite {}

  /// Deletes the object and creates it again.
  ///
  /// @param uid the uid of the object to delete; a later object with that name is kept
  /// @param body the object to create
  record Recreate(String uid, MapValue body) implements OfUnpatchable {}

  /// Deletes the object because it is no longer desired.
  ///
  /// @param uid the uid of the object to delete; a later object with that name is kept
  /// @param successor the object that takes its place, and must be ready first; null for none
  record Delete(String uid, @Nullable ObjectKey successor) implements Action {
    /// The deletion of an object without a successor.
    public Delete(String uid) {
      this(uid, null);
    }
  }
}
