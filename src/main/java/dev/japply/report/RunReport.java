package dev.japply.report;

import dev.japply.diff.Secrets;
import dev.japply.object.ObjectKey;
import dev.japply.plan.FieldExplanation;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.Summary.End;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The report of a run.
///
/// @param command the command: `apply`, `diff`, `plan` or `why`
/// @param planned whether the report is about planned changes instead of completed ones
/// @param server the server's address; empty if no request was sent
/// @param summary the run in one line
/// @param changesFail whether each change makes the run fail, as in `diff`
/// @param objects the outcome of each object, in the order of the input
/// @param found errors and warnings, in the order of their occurrence
/// @param packaged the package that the run was about; null if it was about objects
/// @param secrets whether the report has values of Secrets
public record RunReport(
    String command,
    boolean planned,
    String server,
    String summary,
    boolean changesFail,
    List<ReportedObject> objects,
    List<ReportedProblem> found,
    @Nullable PackageReport packaged,
    Secrets secrets,
    Program program,
    Times times) {
  public RunReport {
    objects = List.copyOf(objects);
    found = List.copyOf(found);
  }

  /// The program that ran.
  ///
  /// @param sources the address of its sources, without a slash at the end; empty if it has none
  public record Program(String version, String sources) {}

  /// The times of a run.
  ///
  /// @param objects the durations of objects; some objects have none
  public record Times(Instant start, Duration taken, Map<ObjectKey, Duration> objects) {
    public Times {
      objects = Map.copyOf(objects);
    }

    /// Returns the duration of an object; zero if it is unknown.
    Duration of(ObjectKey object) {
      return objects.getOrDefault(object, Duration.ZERO);
    }
  }

  List<Problem> problems() {
    return found.stream().map(ReportedProblem::problem).toList();
  }

  /// Returns the number of objects by outcome.
  Map<End, Integer> counts() {
    var counts = new EnumMap<End, Integer>(End.class);
    objects.forEach(object -> counts.merge(object.end(), 1, Integer::sum));
    return counts;
  }

  List<PackageReport.File> files() {
    return packaged == null ? List.of() : packaged.files();
  }

  String word(ReportedObject object) {
    return object.end().word(planned);
  }

  List<ReportedObject> changed() {
    return objects.stream().filter(ReportedObject::changes).toList();
  }

  /// Returns a sentence about a changed object, with its fields and their values.
  String sentence(ReportedObject object) {
    return sentence(object, object.subject());
  }

  /// Returns a sentence about several objects that change in the same way.
  String sentence(ReportedObject object, String subject) {
    List<FieldExplanation> fields = object.changedFields();
    String start = subject + ": " + word(object);
    if (fields.isEmpty()) {
      return start;
    }
    boolean isGone = !object.build().isEmpty() && object.origin().equals(Origin.NONE);
    String count = fields.size() == 1 ? "1 field" : fields.size() + " fields";
    String cause = isGone ? ", " + fields.getFirst().cause().words() : "";
    return start + " (" + count + "): " + FieldChangeText.of(fields, secrets) + cause;
  }

  static boolean isError(Problem problem) {
    return problem.severity() == Severity.ERROR;
  }

  /// Returns the name of the rule that a problem breaks: the id of a warning, `error` or `warning`.
  static String rule(Problem problem) {
    return problem.id() != null ? problem.id().id() : isError(problem) ? "error" : "warning";
  }

  /// Returns a problem as a sentence without its position.
  static String sentence(Problem problem) {
    return problem.movedTo(Origin.NONE).toString();
  }

  /// Returns the file of a position, as a path in a repository or a URL; empty for standard input
  /// and if there is no position.
  static String file(Origin origin) {
    String file = origin.source();
    return file.equals("STDIN") ? "" : file.contains("://") ? file : normalized(file);
  }

  private static String normalized(String file) {
    return Path.of(file).normalize().toString();
  }

  /// Returns the line number from 1; 1 if only the file is known.
  static int line(Origin origin) {
    return Math.max(1, origin.line());
  }
}
