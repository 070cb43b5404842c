package dev.japply.cluster;

/// The query parameters of a write.
///
/// @param fieldManager the name that the server records as owner of the fields; empty to leave it
///   out
/// @param fieldValidation `Strict`, `Warn` or `Ignore`; empty to leave it out
/// @param dryRun whether the server only says what it would do
public record WriteOptions(String fieldManager, String fieldValidation, boolean dryRun) {}
