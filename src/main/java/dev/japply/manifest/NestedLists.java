package dev.japply.manifest;

/// What becomes of a `List` that is an item of a `List`.
public enum NestedLists {
  /// Its items are read like those of the outer list.
  TAKEN_APART,
  /// It is an error that takes all of the outer list with it, as in kubectl.
  REFUSED
}
