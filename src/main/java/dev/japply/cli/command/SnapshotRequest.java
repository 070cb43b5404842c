package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.cli.flags.Inputs;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.object.LabelSelector;
import dev.japply.report.ProblemReporter.Requests;
import java.nio.file.Path;

/// What `japply snapshot` was asked to do.
///
/// @param files where the manifests are
/// @param selector which of their objects are meant
/// @param options how they are read
/// @param file where the snapshot is written
/// @param requests how requests are shown on standard error
record SnapshotRequest(
    Inputs files,
    LabelSelector selector,
    ConnectionOptions connection,
    ExecutionOptions options,
    File file,
    Requests requests) {

  /// The snapshot as a file.
  ///
  /// @param by the program that takes it
  record File(Path out, String by) {}
}
