package dev.japply.merge;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;

/// Why a patch has an entry, or why a live field stays as it is.
public sealed interface FieldReason {
  /// The field, items of lists by what tells them apart.
  FieldPath path();

  /// The field in the documents.
  Values values();

  /// An entry of the patch.
  ///
  /// @param change which rule decided
  /// @param entry where and what it is in the patch
  record Sent(FieldPath path, Values values, Change change, Entry entry) implements FieldReason {}

  /// A live field that the patch does not touch. Of one that neither the manifest nor what was
  /// applied last has, all that is below it is meant, too.
  record Stays(FieldPath path, Values values, Stay stay) implements FieldReason {}

  /// A field that a rule keeps as it is live, though the patch would change it otherwise. Nothing
  /// is told of what is below it.
  ///
  /// @param rule as somebody wrote it
  record Ignored(FieldPath path, Values values, String rule) implements FieldReason {}

  /// One field in the three documents, in the form in which they are merged, and in the object that
  /// the merge makes of them.
  record Values(Node lastApplied, Node config, Node live, Node result) {}

  /// A place in a patch, and what stands there.
  ///
  /// @param place as the path of the field, but to a directive where it is one
  /// @param value as it is sent
  record Entry(FieldPath place, Value value, Extent extent) {}

  /// How much of a field an entry sends.
  enum Extent {
    /// The field, or a part of a list that the patch tells from the others.
    PART,
    /// A map or list that merges as one value.
    ONE_VALUE,
    /// A map or list that merges part by part, but whole since no patch can say the parts.
    WHOLE
  }

  /// The rules by which fields change.
  enum Change {
    /// The manifest has it, and nothing was applied before.
    ADDED,
    /// The manifest has changed it since it was applied last; live it is as it was applied, or gone
    /// along with a field that the manifest has moved.
    CHANGED,
    /// The manifest has what was applied last, and somebody has changed it live.
    RESTORED,
    /// The manifest has changed it since it was applied last, and somebody live, to something else.
    CHANGED_BY_BOTH,
    /// It was applied last, and the manifest does not have it any more.
    LEFT_MANIFEST,
    /// The manifest says null.
    NULLED,
    /// It is in a map that keeps only what the manifest names, which it does not.
    CLEARED,
    /// It means what is live, in another form, and is sent all the same: kubectl's rules do that.
    RESENT,
    /// The order of a list's items, said along with a change of them.
    ORDER,
    /// The keys that a map keeps, said along with a change in it.
    KEPT_KEYS,
    /// The version for which alone the patch is right.
    GUARD;

    /// Whether it changes a field, and does not only say how to read the patch.
    public boolean isOfField() {
      return this != ORDER && this != KEPT_KEYS && this != GUARD;
    }
  }

  /// Why live fields stay.
  enum Stay {
    /// The manifest has it, and live it is the same.
    AS_MANIFEST,
    /// It is a list that holds what the manifest says, in another form or among other items.
    IN_PART,
    /// Neither the manifest nor what was applied last has it; an explicit null is nothing.
    NOT_IN_MANIFEST
  }
}
