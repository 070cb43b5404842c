package dev.japply.live;

/// The query parameters of a write.
///
/// @param fieldManager who the server writes down as the owner of the fields; empty to leave it out
/// @param fieldValidation `Strict`, `Warn` or `Ignore`; empty to leave it out
/// @param dryRun whether the server only says what it would do
/// @param force whether server-side apply takes fields over from other managers
public record WriteOptions(
    String fieldManager, String fieldValidation, boolean dryRun, boolean force) {

  /// The options of a write that takes nothing over.
  public WriteOptions(String fieldManager, String fieldValidation, boolean dryRun) {
    this(fieldManager, fieldValidation, dryRun, false);
  }
}
