package dev.japply.kyaml;

import dev.japply.tree.FieldPath;

/// An item without the merge key of its list.
///
/// @param isInPatch whether it is in the patch, or else in the object
/// @param path its path in the patch or the object
/// @param key the key to write
public record UnkeyedItem(boolean isInPatch, FieldPath path, String key) {}
