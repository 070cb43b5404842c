package dev.japply.plan;

/// The documents in which an ignored field is looked up.
enum Side {
  /// What is live.
  LIVE,
  /// What the manifest says.
  CONFIG,
  /// What was applied last.
  OWNED,
  /// What the last-applied annotation is to say.
  CLAIMED,
  /// What would be live if nothing was ignored.
  RESULT
}
