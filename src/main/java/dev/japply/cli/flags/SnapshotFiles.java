package dev.japply.cli.flags;

import dev.japply.plan.file.Snapshot;
import dev.japply.plan.file.SnapshotCodec;
import dev.japply.problem.ByteLimit;
import dev.japply.tree.GoJson;
import java.nio.file.Path;

/// Reads and writes snapshot files.
public final class SnapshotFiles {
  private SnapshotFiles() {}

  private static StoredFile stored(Path file) {
    return new StoredFile(file, SnapshotCodec.FORM);
  }

  /// Reads the snapshot in `file`.
  ///
  /// @throws dev.japply.problem.JapplyException if the file has no snapshot, or it was edited
  public static Snapshot read(Path file, ByteLimit limit) {
    return stored(file).read(limit, SnapshotCodec::read);
  }

  /// Checks, before taking a snapshot, that it can be written.
  ///
  /// @throws dev.japply.problem.JapplyException if the directory does not exist
  public static void check(Path file) {
    stored(file).check();
  }

  /// Writes `snapshot` to a file that only its owner can read, and replaces an existing file.
  ///
  /// @throws dev.japply.problem.JapplyException if the file cannot be written
  public static void write(Path file, Snapshot snapshot) {
    stored(file).write(GoJson.writeInOrder(SnapshotCodec.toTree(snapshot)) + "\n");
  }
}
