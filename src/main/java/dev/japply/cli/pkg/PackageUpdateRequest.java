package dev.japply.cli.pkg;

import dev.japply.cli.flags.ReportTarget;
import dev.japply.kpt.ConflictChoice;
import dev.japply.kpt.MergeOptions;
import dev.japply.kpt.UpdateStrategy;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `japply pkg update` was asked to do.
///
/// @param directory where the package is
/// @param version the tag, branch or commit to update to; empty for the one that the Kptfile names
/// @param strategy how to update; null for the way that the Kptfile names
/// @param merge how files merge that both sides changed
/// @param dryRun whether only to show what would change
/// @param requireClean whether edits that are not committed end the run
/// @param continues whether to finish an update that was interrupted, and nothing else
/// @param reports what is written besides, or in place of the usual output
record PackageUpdateRequest(
    Path directory,
    String version,
    @Nullable UpdateStrategy strategy,
    MergeOptions merge,
    boolean dryRun,
    boolean requireClean,
    boolean continues,
    List<ReportTarget> reports) {
  public PackageUpdateRequest {
    reports = List.copyOf(reports);
  }

  /// What becomes of fields that both sides changed.
  ConflictChoice choice() {
    return merge.choice();
  }
}
