package dev.japply.apply;

import java.nio.file.Path;

/// How an object is deleted and created anew.
///
/// @param deletion how it is deleted
/// @param copies the directory in which a copy of the object is kept meanwhile
public record Replacement(Deletion deletion, Path copies) {}
