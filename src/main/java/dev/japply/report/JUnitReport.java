package dev.japply.report;

import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /// A case of a test report, whose name no other case has: an object with its problems, or the
  /// problems of a file.
  ///
  /// @param object null if it is about none
  private record JUnitCase(
      String name, @Nullable ReportedObject object, List<ReportedProblem> problems) {
    JUnitCase {
      problems = List.copyOf(problems);
    }

    /// Returns the cases of a report: its objects in their order, then everything else.
    static List<JUnitCase> of(RunReport report) {
      var objects = new LinkedHashMap<String, ReportedObject>();
      report.objects().forEach(object -> objects.put(name(object, objects), object));
      var named = new HashMap<Object, Map<String, ReportedObject>>();
      objects.forEach((name, object) -> {
        ObjectKey key = object.object().key();
        named.computeIfAbsent(key, none -> new LinkedHashMap<>()).put(name, object);
        named.computeIfAbsent(key.subject(), none -> new LinkedHashMap<>()).put(name, object);
      });
      var problems = new LinkedHashMap<String, List<ReportedProblem>>();
      for (ReportedProblem problem : report.found()) {
        problems.computeIfAbsent(name(problem, named), none -> new ArrayList<>()).add(problem);
      }
      var cases = new ArrayList<JUnitCase>();
      objects.forEach((name, object) -> {
        List<ReportedProblem> own = Optional.ofNullable(problems.remove(name)).orElse(List.of());
        if (object.changes() || object.end() == Summary.End.VALID || !own.isEmpty()) {
          cases.add(new JUnitCase(name, object, own));
        }
      });
      problems.forEach((name, own) -> cases.add(new JUnitCase(name, null, own)));
      return cases;
    }

    /// Returns a name that is not in `taken`. Types of different groups can have one kind.
    private static String name(ReportedObject object, Map<String, ReportedObject> taken) {
      String subject = object.subject();
      String group = object.object().key().group();
      return taken.containsKey(subject)
          ? subject + " (" + (group.isEmpty() ? "core" : group) + ")"
          : subject;
    }

    /// @param named the objects and their names, by key and by subject
    private static String name(
        ReportedProblem found, Map<Object, Map<String, ReportedObject>> named) {
      Problem problem = found.problem();
      ObjectKey key = found.object();
      Map<String, ReportedObject> known =
          named.getOrDefault(key == null ? problem.subject() : key, Map.of());
      if (known.size() == 1) {
        return known.keySet().iterator().next();
      }
      if (key != null) {
        return key.subject();
      }
      String other =
          problem.subject().isEmpty() ? RunReport.file(problem.origin()) : problem.subject();
      return known.entrySet().stream()
          .filter(each -> isBelow(problem.origin(), each.getValue().origin()))
          .map(Map.Entry::getKey)
          .reduce((first, last) -> last)
          .orElse(other.isEmpty() ? "japply" : other);
    }

    private static boolean isBelow(Origin place, Origin object) {
      return place.source().equals(object.source()) && place.line() >= object.line();
    }

    Origin origin() {
      return object != null ? object.origin() : problems.getFirst().problem().origin();
    }

    Duration time(RunReport report) {
      return object == null || object.end() == Summary.End.VALID
          ? Duration.ZERO
          : report.times().of(object.object().key());
    }

    /// Returns why the case fails, as a line; empty if it passes.
    Optional<String> failure(RunReport report) {
      List<Problem> errors =
          problems.stream().map(ReportedProblem::problem).filter(RunReport::isError).toList();
      if (errors.isEmpty()) {
        return object != null && object.changes() && report.changesFail()
            ? Optional.of(report.sentence(object))
            : Optional.empty();
      }
      String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)";
      return Optional.of(RunReport.sentence(errors.getFirst()) + more);
    }

    /// Returns the problems, one a line with its details, then the change; empty if there is
    /// neither.
    String output(RunReport report) {
      var lines = new ArrayList<String>();
      for (ReportedProblem each : problems) {
        lines.add((RunReport.isError(each.problem()) ? "" : "Warning: ") + each.problem());
        lines.addAll(each.details());
      }
      if (object != null && object.changes()) {
        lines.add(report.sentence(object));
        lines.add(object.diff());
      }
      return String.join("\n", lines);
    }
  }
}
