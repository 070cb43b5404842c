package dev.japply.cli.flags;

import dev.japply.apply.DryRun;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The flags for recording how a run is taken back.
public final class UndoFlags {
  private final Flag<String> file;
  private final Flag<Boolean> secrets;
  private final Flag<Boolean> onFailure;

  /// @param applies whether the command applies manifests
  public UndoFlags(Flags flags, boolean applies) {
    file =
        flags
            .add("--undo-file")
            .label("FILE")
            .help(
                "Record in this new file, or in a new file in this directory, how `japply undo`"
                    + " takes the run back.")
            .text("");
    secrets =
        flags
            .add("--undo-secrets")
            .rare()
            .help("Record values of Secrets, too; if false, an undo does not restore them.")
            .bool(true);
    onFailure =
        flags
            .where(applies)
            .add("--undo-on-failure")
            .help(
                "Take the run back if it fails, or with --wait-ready if objects do not become"
                    + " ready.")
            .bool(false);
  }

  /// The way to record a run.
  ///
  /// @param file the file or directory; null for the user's state directory
  /// @param secrets whether values of Secrets are recorded
  /// @param onFailure whether the run is taken back after a failure
  public record Recording(@Nullable Path file, boolean secrets, boolean onFailure) {}

  /// Returns the way to record the run; empty if it is not recorded, as a dry run.
  ///
  /// @throws UsageException if flags contradict each other
  public Optional<Recording> recording(DryRun dryRun) {
    boolean recorded = !file.get().isEmpty() || onFailure.get();
    if (!secrets.get() && secrets.isTyped() && !recorded) {
      throw new UsageException("--undo-secrets=false only works with --undo-file");
    }
    if (onFailure.get() && onFailure.isTyped() && dryRun != DryRun.NONE) {
      throw new UsageException("--undo-on-failure cannot be used with --dry-run");
    }
    return recorded && dryRun == DryRun.NONE
        ? Optional.of(
            new Recording(
                file.get().isEmpty() ? null : Path.of(file.get()), secrets.get(), onFailure.get()))
        : Optional.empty();
  }
}
