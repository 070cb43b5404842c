package dev.japply.report;

import dev.japply.problem.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The XML of JUnit's test reports. Each object that changes, is valid or has a problem is a case,
/// and so are the other problems of each file: CI systems keep one of several cases with one name.
///
/// A case fails if it has an error, or if the change makes the command's status.
final class JUnitReport {
  private JUnitReport() {}

  static String of(RunReport report) {
    List<JUnitCase> cases = JUnitCase.of(report);
    long failures = cases.stream().filter(each -> each.failure(report).isPresent()).count();
    String counts = " tests=\"" + cases.size() + "\" failures=\"" + failures + "\" errors=\"0\"";
    String time = time(report.times().taken());
    var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<testsuites name=\"japply\"" + counts + time + ">\n");
    xml.append("  <testsuite name=\"japply " + report.command() + "\"" + counts);
    xml.append(" skipped=\"0\"" + time + timestamp(report.times().start()) + ">\n");
    for (JUnitCase each : cases) {
      String output = each.output(report);
      append(
          xml,
          each.name(),
          file(each.origin()) + time(each.time(report)),
          each.failure(report)
              .map(message ->
                  "<failure message=\"" + attribute(message) + "\">" + text(output) + "</failure>")
              .orElse(output.isEmpty() ? "" : "<system-out>" + text(output) + "</system-out>"));
    }
    return xml.append("  </testsuite>\n</testsuites>\n").toString();
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
