package dev.japply.input;

/// What becomes of a `List` that is an item of a `List`.
public enum NestedListPolicy {
  /// Its items are read like those of the outer list.
  TAKEN_APART,
  /// So they are, and a map without `kind` is taken as it is: nobody asks what type it is of.
  ANY_MAP,
  /// It is an error that takes all of the outer list with it, as in kubectl.
  REFUSED
}
