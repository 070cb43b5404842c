package dev.japply.merge;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;

/// The reason for an entry of a patch, or for a live field that is unchanged.
public sealed interface FieldReason {
  /// Returns the path of the field, with list items identified by their keys.
  FieldPath path();

  /// Returns the values of the field in the documents.
  Values values();

  /// An entry of the patch.
  ///
  /// @param change the rule that decided
  /// @param entry the position and value in the patch
  record Sent(FieldPath path, Values values, Change change, Entry entry) implements FieldReason {}

  /// A live field that the patch does not change. Includes all fields below it if neither the
  /// manifest nor the last applied object contains it.
  record Stays(FieldPath path, Values values, Stay stay) implements FieldReason {}

  /// A field that a rule keeps unchanged, though the patch would change it otherwise. Fields below
  /// it are not reported.
  ///
  /// @param rule as the user wrote it
  record Ignored(FieldPath path, Values values, String rule) implements FieldReason {}

  /// One field in the three documents, and in the object that results; missing if a document does
  /// not have it.
  record Values(Node lastApplied, Node manifest, Node live, Node result) {
    @Override
    public String toString() {
      return "values";
    }
  }

  /// A position in a patch and the value there.
  ///
  /// @param place the path of the field, or of the directive if the entry is one
  /// @param value as it is sent
  record Entry(FieldPath place, Value value, Extent extent) {
    @Override
    public String toString() {
      return place + " " + extent;
    }
  }

  /// The part of a field that an entry sends.
  enum Extent {
    /// The field, or a part of a list that the patch addresses separately.
    PART,
    /// A map or list that merges as one value.
    ONE_VALUE,
    /// A whole map or list that merges part by part, because no patch can express the parts.
    WHOLE
  }

  /// The rules that change fields.
  enum Change {
    /// The manifest contains the field, and nothing was applied before.
    ADDED,
    /// The manifest has changed it since it was applied last; live it is as it was applied, or gone
    /// along with a field that the manifest has moved.
    CHANGED,
    /// The manifest has the value that was applied last, and another client changed the live value.
    RESTORED,
    /// The manifest changed the value since it was applied last, and another client set the live
    /// field to a third value.
    CHANGED_BY_BOTH,
    /// It was applied last, and the manifest does not have it any more.
    LEFT_MANIFEST,
    /// The value in the manifest is null.
    NULLED,
    /// The field is in a map that retains only the keys of the manifest, and is not among them.
    CLEARED,
    /// The value is equivalent to the live one in another form, but kubectl's rules send it.
    RESENT,
    /// The order of a list's items, sent along with a change of the list.
    ORDER,
    /// The keys that a map retains, sent along with a change of the map.
    KEPT_KEYS,
    /// The resource version that the patch requires.
    GUARD;

    /// Returns whether it changes a field, instead of only directing how to read the patch.
    public boolean isOfField() {
      return this != ORDER && this != KEPT_KEYS && this != GUARD;
    }
  }

  /// The reasons for unchanged live fields.
  enum Stay {
    /// The manifest has it, and live it is the same.
    AS_MANIFEST,
    /// A list that contains the items of the manifest, in another form or among other items.
    IN_PART,
    /// Neither the manifest nor the last applied object contains it; an explicit null counts as
    /// missing.
    NOT_IN_MANIFEST
  }
}
