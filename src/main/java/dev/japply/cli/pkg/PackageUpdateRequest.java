package dev.japply.cli.pkg;

import dev.japply.cli.flags.ReportTarget;
import dev.japply.kpt.ConflictChoice;
import dev.japply.kpt.MergeOptions;
import dev.japply.kpt.UpdateStrategy;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request to run `japply pkg update`.
///
/// @param directory the directory of the package
/// @param version the tag, branch or commit to update to; empty for the one that the Kptfile names
/// @param strategy the update strategy; null for the one that the Kptfile names
/// @param merge options for files that both sides changed
/// @param dryRun whether only to show what would change
/// @param requireClean whether uncommitted edits end the run
/// @param continues whether only to finish an interrupted update
/// @param reports reports in addition to, or in place of, the usual output
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

  /// Returns the rule for fields that both sides changed.
  ConflictChoice choice() {
    return merge.choice();
  }
}
