package dev.japply.cli.pkg;

import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.ReportFlag;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.cli.flags.UsageException;
import dev.japply.report.ReportFormat;
import java.util.List;

/// `--report` of the commands for packages.
final class PackageReportFlag {
  private final ReportFlag report;

  PackageReportFlag(Flags flags) {
    report = new ReportFlag(flags);
  }

  /// The reports that are wanted.
  ///
  /// @throws UsageException when one shows objects alone
  List<ReportTarget> targets() {
    List<ReportTarget> targets = report.targets(false);
    if (targets.stream().anyMatch(target -> target.format() == ReportFormat.HTML)) {
      throw new UsageException(
          "--report=html is a page of objects; a package can be reported as text, json, jsonl,"
              + " markdown, github, gitlab, junit or sarif");
    }
    return targets;
  }
}
