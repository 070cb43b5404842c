package dev.japply.schema;

/// The patch that a server takes for objects of a type.
public enum PatchFormat {
  /// A strategic merge patch: the server merges by extensions of the fields
  /// (`x-kubernetes-patch-*`).
  STRATEGIC,
  /// A JSON merge patch, as for custom resources: the server replaces lists. What of them several
  /// writers share is what server-side apply goes by, the [Topology] of their types.
  JSON_MERGE
}
