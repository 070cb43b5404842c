package dev.japply.report;

import dev.japply.plan.FieldExplanation;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.TerminalText;

/// A report as plain text: each object with its reasons and its difference, then the problems.
final class TextReport {
  private TextReport() {}

  static String of(RunReport report) {
    var text = new StringBuilder();
    for (ReportedObject object : report.objects()) {
      String place = object.origin().equals(Origin.NONE) ? "" : " (" + object.origin() + ")";
      String head = object.subject() + place + ": " + report.word(object);
      text.append(TerminalText.line(head)).append('\n');
      for (FieldExplanation field : object.changedFields()) {
        text.append("  " + TerminalText.line(field.path() + ": " + field.cause().words()) + "\n");
      }
      object.diff().lines().forEach(line -> text.append("  ").append(line).append('\n'));
    }
    for (PackageReport.File file : report.files()) {
      text.append(TerminalText.line(file.title() + ": " + file.change()) + "\n");
      file.diff().lines().forEach(line -> text.append("  ").append(line).append('\n'));
    }
    for (Problem problem : report.problems()) {
      text.append(RunReport.isError(problem) ? "error: " : "Warning: ").append(problem + "\n");
    }
    return TerminalText.lines(text + report.summary() + "\n");
  }
}
