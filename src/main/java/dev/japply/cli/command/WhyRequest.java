package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.cli.flags.Inputs;
import dev.japply.cli.flags.LiveChoice;
import dev.japply.cli.flags.ObjectChoice;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.diff.Secrets;
import dev.japply.object.LabelSelector;
import dev.japply.plan.ObjectStory.Show;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;

/// What `japply why` was asked.
sealed interface WhyRequest {
  /// Whether JSON is printed, else text.
  boolean json();

  /// Why applying manifests would change what it changes.
  ///
  /// @param files where they are
  /// @param selector which of their objects are meant
  /// @param live what is asked for live objects
  /// @param options how they would be applied, on a dry run
  /// @param requests how requests are shown on standard error
  record OfManifests(
      Inputs files,
      LabelSelector selector,
      LiveChoice live,
      ExecutionOptions options,
      Printed printed,
      Requests requests)
      implements WhyRequest {
    @Override
    public boolean json() {
      return printed.json();
    }
  }

  /// How reasons are printed.
  ///
  /// @param show which fields are told of
  /// @param secrets whether the values of Secrets are shown
  /// @param reports what else is written
  record Printed(Show show, boolean json, Secrets secrets, List<ReportTarget> reports) {
    public Printed {
      reports = List.copyOf(reports);
    }
  }

  /// Who owns what of a live object.
  ///
  /// @param field of which field alone; empty for all
  /// @param secrets whether the values of Secrets are shown
  record OfLive(ObjectChoice object, String field, boolean json, Secrets secrets)
      implements WhyRequest {}
}
