package dev.japply.cli.build;

import dev.japply.cli.diff.ExternalDiff;
import dev.japply.cli.flags.BuildRequest;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.diff.Secrets;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The options and inputs of `japply build --diff`.
///
/// @param revision the revision to compare with, as the user wrote it
/// @param input the objects to compare
/// @param building the options for building a kustomization
record BuildDiffRequest(String revision, Input input, BuildRequest building, Output output) {

  /// The objects to compare.
  sealed interface Input {
    /// Returns files and directories as the user wrote them.
    List<String> names();
  }

  /// The objects of kustomizations.
  ///
  /// @param names their directories; empty for all that the changes reach
  record Kustomizations(List<String> names) implements Input {
    public Kustomizations {
      names = List.copyOf(names);
    }
  }

  /// The objects of files.
  ///
  /// @param names files and directories
  /// @param recursive whether to read subdirectories
  record Manifests(List<String> names, boolean recursive) implements Input {
    public Manifests {
      names = List.copyOf(names);
    }
  }

  /// The output of the command.
  ///
  /// @param context the number of equal lines before and after a change
  /// @param program the program that prints the differences; null if japply prints them
  /// @param exitCode whether a difference results in its own exit status
  /// @param secrets the visibility of Secret values
  /// @param summary whether to print a summary at the end
  /// @param reports additional reports
  /// @param requests the style of logged requests on standard error
  record Output(
      int context,
      @Nullable ExternalDiff program,
      boolean exitCode,
      Secrets secrets,
      boolean summary,
      List<ReportTarget> reports,
      Requests requests) {
    public Output {
      reports = List.copyOf(reports);
    }
  }
}
