package dev.japply.cli.command;

import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.diff.Secrets;
import dev.japply.ready.WaitLimits;
import java.util.List;

/// The options and inputs of `japply ready`.
///
/// @param objects the objects to wait for
/// @param how the limits of the wait, and the amount of log
/// @param summary whether to print a summary at the end
/// @param reports additional reports
record ReadyRequest(
    ObjectSelection objects, WaitLimits how, boolean summary, List<ReportTarget> reports) {
  public ReadyRequest {
    reports = List.copyOf(reports);
  }

  /// Returns the setting for Secrets in reports, which never contain their values.
  Secrets secrets() {
    return Secrets.MASKED;
  }
}
