package dev.japply.report;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.TerminalText;

/// Workflow commands of GitHub Actions, which annotate lines of files: a notice for each object
/// that changes, a warning or an error for each problem.
final class GitHubReport {
  private GitHubReport() {}

  static String of(RunReport report) {
    var lines = new StringBuilder();
    for (ReportedObject object : report.changed()) {
      lines.append(line("notice", object.origin(), object.subject(), report.sentence(object)));
    }
    for (PackageReport.File file : report.files()) {
      lines.append(
          line(
              "notice",
              Origin.of(path(report, file)),
              "japply",
              file.title() + ": " + file.change()));
    }
    for (Problem problem : report.problems()) {
      String level = RunReport.isError(problem) ? "error" : "warning";
      String title = problem.subject().isEmpty() ? "japply" : problem.subject();
      lines.append(line(level, problem.origin(), title, RunReport.sentence(problem)));
    }
    return lines.toString();
  }

  /// Returns the path of the file in the repository.
  private static String path(RunReport report, PackageReport.File file) {
    PackageReport packaged = report.packaged();
    return packaged == null ? file.path() : packaged.directory() + "/" + file.path();
  }

  private static String line(String level, Origin origin, String title, String message) {
    String file = RunReport.file(origin);
    String place =
        file.isEmpty() ? "" : "file=" + property(file) + ",line=" + RunReport.line(origin) + ",";
    return "::" + level + " " + place + "title=" + property(title) + "::" + data(message) + "\n";
  }

  private static String data(String text) {
    return TerminalText.lines(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
