package dev.japply.plan;

import dev.japply.problem.Problem;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// What is to be done with one object.
public sealed interface Action {

  /// What takes one write at most.
  sealed interface OneWrite extends Action {}

  /// What a merge comes to.
  sealed interface Merged extends OneWrite {}

  /// What a merge comes to when there is no live object.
  sealed interface OfAbsent extends Merged {}

  /// What is left to do where the server takes no patch of the live object.
  sealed interface OfUnpatchable extends Action {}

  /// Create it.
  ///
  /// @param body what to send
  record Create(MapValue body) implements OfAbsent {}

  /// Change it by one PATCH.
  ///
  /// @param strategic whether `body` is a strategic merge patch; else it is a JSON merge patch
  /// @param body the patch, not empty
  /// @param result the live object after it, before the server's defaulting
  /// @param guarded whether it is right for the version alone that it was computed from, so that
  ///   the server is to refuse it for any other
  record Patch(boolean strategic, MapValue body, MapValue result, boolean guarded)
      implements Merged {
    /// The body of a patch that the server refuses when the object is no longer that of `live`. A
    /// version that the manifest names stays.
    public MapValue onlyOnto(MapValue live) {
      MapValue metadata = body.map("metadata");
      Value version = Value.text(live.map("metadata").text("resourceVersion"));
      return metadata.has("resourceVersion")
          ? body
          : body.with("metadata", metadata.with("resourceVersion", version));
    }

    /// Whether somebody who has made `after` of `before` has changed what this patch is about: a
    /// field that it writes, or the last-applied annotation.
    public boolean isAbout(MapValue before, MapValue after) {
      return PatchedFields.OF_MAPS.moved(body, before, after).isPresent();
    }

    /// Whether all that was made of `before`, with this patch, is the work of others: a controller
    /// reports a status, and the patch says what is there already. Where the server counts the
    /// changes of what is wanted, it has counted none, or one that is none: some types count an
    /// empty list that they drop.
    public boolean changedNothing(MapValue before, MapValue after) {
      Node wanted = before.map("metadata").get("generation");
      boolean counted = !wanted.equals(after.map("metadata").get("generation"));
      return !isAbout(before, after)
          && (!counted
              || FieldChanges.between(before, after, FieldType.of(null), body.has("status"))
                  .isEmpty());
    }
  }

  /// Leave it: the live object is as the manifest says.
  record Unchanged() implements Merged {}

  /// Nothing can be done, and why.
  record Refused(List<Problem> problems) implements OfAbsent, OfUnpatchable {
    public Refused {
      problems = List.copyOf(problems);
    }
  }

  /// Let the server merge.
  ///
  /// @param manifest what to send
  /// @param force whether fields of other managers are taken over
  /// @param subresource the part of the object that is applied, as `status`; empty for the object
  record Apply(MapValue manifest, boolean force, String subresource) implements OneWrite {}

  /// Delete it, and create it anew.
  ///
  /// @param uid which object is deleted: a later one of that name stays
  /// @param body what to create
  record Recreate(String uid, MapValue body) implements OfUnpatchable {}

  /// Delete it, since it is no longer desired.
  ///
  /// @param uid which object is meant: a later one of that name stays
  record Delete(String uid) implements Action {}
}
