package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.NotReadyCause;
import dev.japply.diff.Secrets;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Problem;
import dev.japply.report.Summary.End;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Collects the contents of a report during a run. Passes objects and problems to a listener as
/// they arrive.
public final class ReportCollector implements Reporter {
  private final Consumer<String> lines;
  private final Map<Key, ReportedObject> objects = new LinkedHashMap<>();
  private final List<ReportedProblem> problems = new ArrayList<>();
  private @Nullable PackageReport packaged;

  /// The identity of an object in a run.
  private record Key(String build, ObjectKey object) {}

  /// Creates an empty collector.
  ///
  /// @param lines receives the line of [ReportFormat#JSONL] about each object and problem
  public ReportCollector(Consumer<String> lines) {
    this.lines = lines;
  }

  /// Adds the outcome of an object. A later outcome of the same object replaces the earlier one.
  public void add(ReportedObject object) {
    objects.put(new Key(object.build(), object.object().key()), object);
    lines.accept(JsonReport.line(object));
  }

  public void add(PackageReport report) {
    packaged = report;
    lines.accept(JsonReport.line(report));
  }

  private void add(@Nullable KubeObject object, Problem problem, List<String> details) {
    ObjectKey key = object == null ? null : object.key();
    problems.add(new ReportedProblem(problem, key, details));
    lines.accept(JsonReport.line(problem));
  }

  @Override
  public void accept(Event event) {
    switch (event) {
      case Event.Failed(KubeObject object, List<Problem> failures, var planned) -> {
        end(object, End.FAILED);
        failures.forEach(problem -> add(object, problem, List.of()));
      }
      case Event.Unknown(KubeObject object, Problem problem) -> {
        end(object, End.UNKNOWN);
        add(object, problem, List.of());
      }
      case Event.Rejected(Problem problem) -> add(null, problem, List.of());
      case Event.Warned(Problem warning) -> add(null, warning, List.of());
      case Event.Skipped(List<KubeObject> skipped) ->
          skipped.forEach(object -> end(object, End.SKIPPED));
      case Event.Ready(KubeObject object, String state) ->
          lines.accept(JsonReport.ready(object, state));
      case Event.Unready(KubeObject object, Problem problem, NotReadyCause cause) -> {
        boolean known = !cause.equals(NotReadyCause.NONE);
        add(object, problem, known ? ReadyText.lines(cause) : List.of());
        if (known) {
          lines.accept(JsonReport.cause(object, cause));
        }
      }
      case Event.Stopped stopped -> {}
      case Event.PruningStopped stopped -> {}
      case Event.Applied applied -> {}
      case Event.Waiting waiting -> {}
      case Event.Pruning pruning -> {}
      case Event.Progress progress -> {}
      case Event.ApplyEnded ended -> {}
      case Event.Sending sending -> {}
      case Event.Retrying retrying -> {}
    }
  }

  private void end(KubeObject object, End end) {
    add(new ReportedObject(object, end, "", List.of()));
  }

  public static String lastLine(RunReport report) {
    return JsonReport.end(report);
  }

  /// Returns the report of the whole run.
  ///
  /// @param planned whether the report is about planned changes
  /// @param server the server's address; empty if there is none
  /// @param summary the run in one line
  /// @param changesFail whether each change makes the run fail, as in `diff`
  public RunReport report(
      String command,
      boolean planned,
      String server,
      String summary,
      boolean changesFail,
      Secrets secrets,
      RunReport.Program program,
      RunReport.Times times) {
    return new RunReport(
        command,
        planned,
        server,
        summary,
        changesFail,
        List.copyOf(objects.values()),
        problems,
        packaged,
        secrets,
        program,
        times);
  }
}
