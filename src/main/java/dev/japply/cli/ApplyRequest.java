package dev.japply.cli;

import dev.japply.execute.ApplyOptions;
import dev.japply.live.Connection;
import dev.japply.object.LabelSelector;
import dev.japply.report.ProblemReporter.Requests;
import java.util.Optional;

/// What `japply apply` was asked to do.
///
/// @param files where the manifests are
/// @param selector which of their objects are applied
/// @param connection the cluster
/// @param options how they are applied
/// @param output what is printed
/// @param cause what is written into the objects about why they are changed
public record ApplyRequest(
    Inputs files,
    LabelSelector selector,
    Connection connection,
    ApplyOptions options,
    Output output,
    Optional<ChangeCause> cause) {

  /// What is printed.
  ///
  /// @param format the form of standard output
  /// @param managedFields whether objects are printed with their `managedFields`
  /// @param requests how requests are shown on standard error
  /// @param exitCode whether the exit status says that something changed
  public record Output(
      Format format, boolean managedFields, Requests requests, boolean exitCode) {}

  /// The forms of standard output.
  public enum Format {
    /// One line for each object.
    LINES,
    /// The name of each object.
    NAME,
    /// The objects.
    JSON,
    /// The objects.
    YAML
  }
}
