package dev.japply.cli.flags;

import dev.japply.plan.file.Snapshot;
import dev.japply.plan.file.SnapshotCodec;
import dev.japply.problem.ByteLimit;
import dev.japply.tree.GoJson;
import java.nio.file.Path;

/// Reads and writes the files of snapshots.
public final class SnapshotFiles {
  private SnapshotFiles() {}

  private static StoredFile stored(Path file) {
    return new StoredFile(file, SnapshotCodec.FORM);
  }

  /// The snapshot in `file`.
  ///
  /// @throws dev.japply.problem.JapplyException when there is none, or it was edited
  static Snapshot read(Path file, ByteLimit limit) {
    return stored(file).read(limit, SnapshotCodec::read);
  }

  /// Sees that a snapshot can be written, before it is taken.
  ///
  /// @throws dev.japply.problem.JapplyException when there is no directory for it
  public static void check(Path file) {
    stored(file).check();
  }

  /// Writes `snapshot` for its owner's eyes alone, in place of what is there.
  ///
  /// @throws dev.japply.problem.JapplyException when that is not possible
  public static void write(Path file, Snapshot snapshot) {
    stored(file).write(GoJson.writeInOrder(SnapshotCodec.toTree(snapshot)) + "\n");
  }
}
