package dev.japply.kyaml;

/// The items of a list that merges with a patch.
public enum ListItems {
  /// Items that the patch does not name stay. Defaults of keys count, such as the protocol of a
  /// port.
  KEPT,
  /// Items with equal keys become one, also in lists that are not in the patch. Items without a key
  /// are lost, and others with them.
  AS_KUSTOMIZE
}
