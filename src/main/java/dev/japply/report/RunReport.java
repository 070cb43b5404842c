package dev.japply.report;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.Summary.End;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is reported of a run.
///
/// @param command which command it was: `apply`, `diff`, `plan` or `why`
/// @param planned whether it says what would be done, and not what was
/// @param server the server's address; empty where no server was asked
/// @param summary all of it in one line
/// @param objects what became of each object, in the order of the input
/// @param problems errors and warnings, in the order in which they were found
/// @param details lines that are told below a problem, as what keeps an object from being ready
/// @param packaged the package that the run was about; null when it was about objects
public record RunReport(
    String command,
    boolean planned,
    String server,
    String summary,
    List<ReportedObject> objects,
    List<Problem> problems,
    Map<Problem, List<String>> details,
    @Nullable PackageReport packaged) {
  public RunReport {
    objects = List.copyOf(objects);
    problems = List.copyOf(problems);
    details = Map.copyOf(details);
  }

  /// The lines below `problem`; empty for most.
  List<String> details(Problem problem) {
    return details.getOrDefault(problem, List.of());
  }

  /// How many objects ended in each way.
  Map<End, Integer> counts() {
    var counts = new EnumMap<End, Integer>(End.class);
    objects.forEach(object -> counts.merge(object.end(), 1, Integer::sum));
    return counts;
  }

  /// The files of the package that differ.
  List<PackageReport.File> files() {
    return packaged == null ? List.of() : packaged.files();
  }

  /// What becomes of an object, in a word.
  String word(ReportedObject object) {
    return object.end().word(planned);
  }

  /// The objects that become others.
  List<ReportedObject> changed() {
    return objects.stream().filter(ReportedObject::changes).toList();
  }

  /// What is told of each changed object in one sentence.
  String sentence(ReportedObject object) {
    int fields = object.changedFields().size();
    String count = fields == 0 ? "" : fields == 1 ? " (1 field)" : " (" + fields + " fields)";
    return object.subject() + ": " + word(object) + count;
  }

  static boolean isError(Problem problem) {
    return problem.severity() == Severity.ERROR;
  }

  /// What is wrong, without the place where.
  static String sentence(Problem problem) {
    return new Problem(
            problem.severity(), Origin.NONE, problem.subject(), problem.what(), problem.hint())
        .toString();
  }

  /// The file of a place, as a path in a repository is written, or a URL; empty for standard input
  /// and no place.
  static String file(Origin origin) {
    String file = origin.source();
    return file.equals("STDIN") ? "" : file.contains("://") ? file : normalized(file);
  }

  private static String normalized(String file) {
    return Path.of(file).normalize().toString();
  }

  /// A line as editors count; the first where only the file is known.
  static int line(Origin origin) {
    return Math.max(1, origin.line());
  }
}
