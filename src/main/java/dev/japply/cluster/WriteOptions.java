package dev.japply.cluster;

/// The query parameters of a write.
///
/// @param fieldManager the field manager that the server records; empty to leave it out
/// @param fieldValidation `Strict`, `Warn` or `Ignore`; empty to leave it out
/// @param dryRun whether the server does not persist the write
public record WriteOptions(String fieldManager, String fieldValidation, boolean dryRun) {}
