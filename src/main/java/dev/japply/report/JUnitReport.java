package dev.japply.report;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The XML of JUnit's test reports: each object that changes or is valid is a case that passes, and
/// so is a warning; an error is one that fails.
final class JUnitReport {
  private JUnitReport() {}

  static String of(RunReport report) {
    List<ReportedObject> changed = report.changed();
    long failures = report.problems().stream().filter(RunReport::isError).count();
    List<ReportedObject> valid =
        report.objects().stream().filter(object -> object.end() == Summary.End.VALID).toList();
    int tests = changed.size() + valid.size() + report.problems().size();
    String counts = " tests=\"" + tests + "\" failures=\"" + failures + "\" errors=\"0\"";
    String time = time(report.times().taken());
    var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<testsuites name=\"japply\"" + counts + time + ">\n");
    xml.append("  <testsuite name=\"japply " + report.command() + "\"" + counts);
    xml.append(" skipped=\"0\"" + time + timestamp(report.times().start()) + ">\n");
    for (ReportedObject object : changed) {
      String out = report.sentence(object) + "\n" + object.diff();
      append(
          xml,
          object.subject(),
          file(object.origin()) + time(report.times().of(object.object().key())),
          "<system-out>" + text(out) + "</system-out>");
    }
    for (ReportedObject object : valid) {
      append(xml, object.subject(), file(object.origin()) + time(Duration.ZERO), "");
    }
    Map<String, Duration> durations = durations(report);
    for (Problem problem : report.problems()) {
      String sentence = attribute(RunReport.sentence(problem));
      String all = text(problem + lines(report.details(problem)));
      String name = problem.subject().isEmpty() ? "japply" : problem.subject();
      append(
          xml,
          name,
          file(problem.origin()) + time(durations.getOrDefault(problem.subject(), Duration.ZERO)),
          RunReport.isError(problem)
              ? "<failure message=\"" + sentence + "\">" + all + "</failure>"
              : "<system-out>" + text("Warning: ") + all + "</system-out>");
    }
    return xml.append("  </testsuite>\n</testsuites>\n").toString();
  }

  private static String lines(List<String> lines) {
    return lines.stream().map(line -> "\n" + line).collect(Collectors.joining());
  }

  /// Returns the durations of the objects that did not end well, by their subjects.
  private static Map<String, Duration> durations(RunReport report) {
    var durations = new HashMap<String, Duration>();
    report.objects().stream()
        .filter(object -> !object.changes())
        .map(object -> object.object().key())
        .forEach(key -> durations.put(key.subject(), report.times().of(key)));
    return durations;
  }

  /// Returns the attribute of the file; empty if there is none.
  private static String file(Origin origin) {
    String file = RunReport.file(origin);
    return file.isEmpty() ? "" : " file=\"" + attribute(file) + "\"";
  }

  /// Returns the attribute of a duration in seconds.
  private static String time(Duration time) {
    return " time=\"%d.%03d\"".formatted(time.toSeconds(), time.toMillisPart());
  }

  private static String timestamp(Instant start) {
    return " timestamp=\"" + start.truncatedTo(ChronoUnit.SECONDS) + "\"";
  }

  private static void append(StringBuilder xml, String name, String attributes, String body) {
    xml.append("    <testcase classname=\"japply\" name=\"" + attribute(name) + "\"");
    xml.append(attributes).append(">").append(body).append("</testcase>\n");
  }

  private static String attribute(String text) {
    return text(text).replace("\"", "&quot;").replace("\n", "&#10;").replace("\t", "&#9;");
  }

  /// Returns the text of an element, without characters that XML does not allow.
  private static String text(String text) {
    var out = new StringBuilder();
    text.codePoints()
        .map(c -> isOfXml(c) ? c : 0xfffd)
        .forEach(c -> {
          switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '\r' -> out.append("&#13;");
            default -> out.appendCodePoint(c);
          }
        });
    return out.toString();
  }

  private static boolean isOfXml(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xd7ff)
        || (c >= 0xe000 && c <= 0xfffd)
        || c >= 0x10000;
  }
}
