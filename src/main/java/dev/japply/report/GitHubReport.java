package dev.japply.report;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.TerminalText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Workflow commands of GitHub Actions, which annotate lines of files: a notice for each object
/// that changes, a warning or an error for each problem.
///
/// GitHub shows ten annotations of a step. The worst ones come first, and the others are lines of a
/// folded group in the log. The summary of the job has all of them.
final class GitHubReport {
  /// The number of annotations that GitHub shows of a step.
  static final int LIMIT = 10;

  private GitHubReport() {}

  /// The severities, the worst first.
  private enum Level {
    ERROR,
    WARNING,
    NOTICE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record Annotation(Level level, Origin origin, String title, String message) {
    String command() {
      String file = RunReport.file(origin);
      String place =
          file.isEmpty() ? "" : "file=" + property(file) + ",line=" + RunReport.line(origin) + ",";
      return "::%s %stitle=%s::%s\n".formatted(level.word(), place, property(title), data(message));
    }

    String line() {
      boolean placed = level != Level.NOTICE || origin.source().isEmpty();
      String place = placed ? "" : origin + ": ";
      return TerminalText.line(level.word() + ": " + place + message) + "\n";
    }
  }

  static String of(RunReport report) {
    List<Annotation> all = annotations(report);
    var text = new StringBuilder();
    all.stream().limit(LIMIT).forEach(each -> text.append(each.command()));
    if (all.size() > LIMIT) {
      text.append("::group::japply: " + (all.size() - LIMIT) + " more, also in the job summary\n");
      all.stream().skip(LIMIT).forEach(each -> text.append(each.line()));
      text.append("::endgroup::\n");
    }
    return text.toString();
  }

  private static List<Annotation> annotations(RunReport report) {
    var all = new ArrayList<Annotation>();
    for (Problem problem : report.problems()) {
      Level level = RunReport.isError(problem) ? Level.ERROR : Level.WARNING;
      String title = problem.subject().isEmpty() ? "japply" : problem.subject();
      String place = problem.origin().source().isEmpty() ? "" : " (" + problem.origin() + ")";
      String message = RunReport.sentence(problem) + place; // the log shows no other place
      all.add(new Annotation(level, problem.origin(), title, message));
    }
    for (EqualChanges change : EqualChanges.of(report.changed())) {
      ReportedObject object = change.first();
      String message = report.sentence(object, change.subject());
      all.add(new Annotation(Level.NOTICE, object.place(), change.subject(), message));
    }
    for (PackageReport.File file : report.files()) {
      String message = file.title() + ": " + file.change();
      all.add(new Annotation(Level.NOTICE, Origin.of(path(report, file)), "japply", message));
    }
    all.sort(Comparator.comparing(Annotation::level));
    return all;
  }

  private static String path(RunReport report, PackageReport.File file) {
    PackageReport packaged = report.packaged();
    return packaged == null ? file.path() : packaged.directory() + "/" + file.path();
  }

  private static String data(String text) {
    return TerminalText.lines(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
