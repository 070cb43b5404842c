package dev.japply.cli.flags;

import dev.japply.report.ReportFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The flag `--report`: which reports of a run are written, and where to.
public final class ReportFlag {
  private final Flag<List<String>> reports;

  public ReportFlag(Flags flags) {
    reports =
        flags
            .add("--report")
            .label("FORMAT[=FILE]")
            .help(
                "Report the run as text, json, jsonl, markdown, github, gitlab, junit, sarif or"
                    + " html, in a file or in place of the usual output; may be repeated.")
            .texts();
  }

  /// Whether there are any.
  public boolean isWanted() {
    return !reports.get().isEmpty();
  }

  /// The reports that are wanted.
  ///
  /// @param output whether standard output is asked to hold something else
  /// @throws UsageException when a format is not known, or two things would be printed
  public List<ReportTarget> targets(boolean output) {
    var targets = new ArrayList<ReportTarget>();
    for (String report : reports.get()) {
      int sign = report.indexOf('=');
      String name = sign < 0 ? report : report.substring(0, sign);
      ReportFormat format = ReportFormat.named(name).orElseThrow(() -> unknown(name));
      if (sign >= 0 && sign == report.length() - 1) {
        throw new UsageException("invalid --report value \"" + report + "\"; a file must follow =");
      }
      targets.add(new ReportTarget(format, sign < 0 ? null : Path.of(report.substring(sign + 1))));
    }
    long printed = targets.stream().filter(ReportTarget::isPrinted).count();
    if (printed > 1) {
      throw new UsageException(
          "only one --report can be printed; give the others files, as --report=json=report.json");
    }
    if (printed == 1 && output) {
      throw new UsageException(
          "--report cannot be printed along with -o; give it a file, as --report=json=report.json");
    }
    return targets;
  }

  private static UsageException unknown(String name) {
    return new UsageException(
        "invalid --report value \"" + name + "\"; must be one of " + ReportFormat.names());
  }
}
