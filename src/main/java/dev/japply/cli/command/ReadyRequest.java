package dev.japply.cli.command;

import dev.japply.cli.flags.ObjectChoice;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.diff.Secrets;
import dev.japply.ready.WaitLimits;
import java.util.List;

/// What `japply ready` was asked to do.
///
/// @param objects those to wait for
/// @param how how long, and what is told
/// @param summary whether it is counted at the end how many are ready
/// @param reports what else is written
record ReadyRequest(
    ObjectChoice objects, WaitLimits how, boolean summary, List<ReportTarget> reports) {
  public ReadyRequest {
    reports = List.copyOf(reports);
  }

  /// Reports never show values of Secrets.
  Secrets secrets() {
    return Secrets.MASKED;
  }
}
