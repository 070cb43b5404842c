package dev.japply.report;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// GitLab's code quality report: each object that changes is `info`, a warning `minor` and an error
/// `major`.
final class GitLabReport {
  private GitLabReport() {}

  static String of(RunReport report) {
    var fingerprints = new FindingFingerprint();
    var issues = new ArrayList<Value>();
    for (ReportedObject object : report.changed()) {
      issues.add(
          issue(
              "change",
              "info",
              object.place(),
              report.sentence(object),
              fingerprints.of("change", object.subject())));
    }
    for (Problem problem : report.problems()) {
      boolean error = RunReport.isError(problem);
      issues.add(
          issue(
              RunReport.rule(problem),
              error ? "major" : "minor",
              problem.origin(),
              RunReport.sentence(problem),
              fingerprints.of(problem)));
    }
    return IndentedJson.write(new ListValue(List.copyOf(issues))) + "\n";
  }

  private static MapValue issue(
      String check, String severity, Origin origin, String description, String fingerprint) {
    MapValue lines = MapValue.of("begin", Value.number(RunReport.line(origin)));
    String file = RunReport.file(origin);
    return MapValue.of("description", Value.text(description))
        .with("check_name", Value.text("japply/" + check))
        .with("fingerprint", Value.text(fingerprint))
        .with("severity", Value.text(severity))
        .with(
            "location",
            MapValue.of("path", Value.text(file.isEmpty() ? "-" : file)).with("lines", lines));
  }
}
