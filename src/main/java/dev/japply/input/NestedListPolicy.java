package dev.japply.input;

/// Treatment of a `List` that is an item of a `List`.
public enum NestedListPolicy {
  /// Its items are read like the items of the outer list.
  TAKEN_APART,
  /// The same, and a map without `kind` is taken as it is, whatever its type.
  ANY_MAP,
  /// It is an error that takes all of the outer list with it, as in kubectl.
  REFUSED
}
