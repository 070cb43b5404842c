package dev.japply.apply;

import java.nio.file.Path;

/// Options for deleting and recreating an object.
///
/// @param deletion options of the deletion
/// @param copies directory for the backup file of the object
public record ForceReplace(DeletionOptions deletion, Path copies) {}
