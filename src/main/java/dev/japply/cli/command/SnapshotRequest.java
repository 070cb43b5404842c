package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.object.LabelSelector;
import dev.japply.report.ProblemReporter.Requests;
import java.nio.file.Path;

/// The options and inputs of `japply snapshot`.
///
/// @param files the manifests
/// @param selector selects objects of the manifests
/// @param options the options for reading objects
/// @param file the snapshot file
/// @param requests the style of logged requests on standard error
record SnapshotRequest(
    InputOptions files,
    LabelSelector selector,
    ConnectionOptions connection,
    ExecutionOptions options,
    File file,
    Requests requests) {

  /// The snapshot file.
  ///
  /// @param by the program that creates the snapshot
  record File(Path out, String by) {}
}
