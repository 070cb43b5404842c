package dev.japply.cli.flags;

/// The place of a flag in help texts.
///
/// @param global whether all commands have the flag
/// @param rare whether only complete texts contain it
record HelpEntry(String section, boolean global, boolean rare) {}
