package dev.japply.cli;

import dev.japply.execute.ApplyOptions;
import dev.japply.execute.Detail;
import dev.japply.execute.PruneRequest;
import dev.japply.live.Connection;
import dev.japply.object.LabelSelector;
import dev.japply.report.Notation;
import dev.japply.report.ProblemReporter.Requests;
import java.util.Optional;

/// What `japply apply` was asked to do.
///
/// @param files where the manifests are
/// @param selector which of their objects are applied
/// @param connection the cluster
/// @param options how they are applied
/// @param prune what is pruned after it; empty for nothing
/// @param output what is printed
/// @param cause what is written into the objects about why they are changed
public record ApplyRequest(
    Inputs files,
    LabelSelector selector,
    Connection connection,
    ApplyOptions options,
    Optional<PruneRequest> prune,
    Output output,
    Optional<ChangeCause> cause) {

  /// What is printed.
  ///
  /// @param format the form of standard output
  /// @param requests how requests are shown on standard error
  /// @param exitCode whether the exit status says that something changed
  public record Output(Format format, Requests requests, boolean exitCode) {
    /// How much of what happens is needed for it.
    Detail detail() {
      return isForPeople() && requests == Requests.HIDDEN ? Detail.NAMES : Detail.WHOLE;
    }

    /// Whether no program reads whole objects.
    boolean isForPeople() {
      return format instanceof Format.Lines || format instanceof Format.Names;
    }
  }

  /// The forms of standard output.
  public sealed interface Format {
    /// One line for each object.
    record Lines() implements Format {}

    /// The name of each object.
    record Names() implements Format {}

    /// Each object as soon as it is done.
    record Each(Notation notation) implements Format {}

    /// The objects at the end, several as a `List`.
    record Together(Notation notation) implements Format {}
  }
}
