package dev.japply.plan;

/// The documents that may contain an ignored field.
enum FieldSource {
  LIVE,
  CONFIG,
  /// The last-applied configuration.
  OWNED,
  /// The new configuration for the last-applied annotation.
  CLAIMED,
  /// The result of a merge without ignore rules.
  RESULT
}
