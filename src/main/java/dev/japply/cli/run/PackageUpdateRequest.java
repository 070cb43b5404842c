package dev.japply.cli.run;

import dev.japply.pkg.UpdateStrategy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What `japply pkg update` was asked to do.
///
/// @param directory where the package is
/// @param version the tag, branch or commit to update to; empty for the one that the Kptfile names
/// @param strategy how to update; null for the way that the Kptfile names
public record PackageUpdateRequest(
    Path directory, String version, @Nullable UpdateStrategy strategy) {}
