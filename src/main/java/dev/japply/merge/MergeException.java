package dev.japply.merge;

import dev.japply.tree.FieldPath;

/// Reports that documents cannot be merged because they do not fit the schema.
public final class MergeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final transient FieldPath path;

  /// Creates an exception for the value at `path`.
  ///
  /// @param message the error message
  public MergeException(Reason reason, FieldPath path, String message) {
    super(message);
    this.reason = reason;
    this.path = path;
  }

  public Reason reason() {
    return reason;
  }

  public FieldPath path() {
    return path;
  }

  /// The classes of errors, as in upstream's `strategicpatch`.
  public enum Reason {
    /// An item of a keyed list lacks its key.
    MERGE_KEY_MISSING,
    /// A map or list that has to be merged is not in the schema.
    UNKNOWN_FIELD,
    /// A list within a list, where lists are merged.
    LIST_OF_LISTS,
    /// Items of different types in one merged list.
    MIXED_TYPES,
    /// A value of another type than the merge needs.
    WRONG_TYPE,
    /// `$patch` with a value that is not known.
    BAD_PATCH_TYPE,
    /// `$setElementOrder` that does not fit its list.
    BAD_SET_ELEMENT_ORDER,
    /// `$retainKeys` that does not fit its map.
    BAD_RETAIN_KEYS,
    /// `$deleteFromPrimitiveList` that does not fit its list.
    BAD_DELETE_LIST,
    /// Others changed fields that the manifest changes, and the manifest must not overwrite them.
    CONFLICT,
    /// Anything else.
    OTHER
  }
}
