package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.cli.flags.CommandContext.CollectedReport;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cluster.rest.Version;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.io.FileErrors;
import dev.japply.io.FileReplacement;
import dev.japply.object.ObjectKey;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.PackageReport;
import dev.japply.report.ReportCollector;
import dev.japply.report.ReportFormat;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.RunReport;
import dev.japply.report.Summary;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The reports of one run. Written at the end of the run, even after a failure; reports of events
/// are written immediately.
public final class Reports implements Reporter, AutoCloseable {
  /// The environment variable with the file for GitHub's job summary.
  private static final String STEP_SUMMARY = "GITHUB_STEP_SUMMARY";

  private final Console console;
  private final Clock clock;
  private final Instant start;
  private final Map<ObjectKey, Instant> begun = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Duration> durations = new ConcurrentHashMap<>();
  private final List<ReportTarget> targets;
  private final Secrets secrets;
  private final Cancellation cancellation;

  /// Receives the report for the caller of the command; null if there is none.
  private final @Nullable CollectedReport collected;

  private final Map<Path, BufferedWriter> live = new LinkedHashMap<>();
  private final Set<Object> warned = new HashSet<>();
  private final ReportCollector collector = new ReportCollector(this::printLine);
  private final boolean annotates;
  private boolean changesFail;

  private Reports(
      CommandContext context,
      List<ReportTarget> targets,
      Secrets secrets,
      Cancellation cancellation) {
    this.console = context.console();
    this.clock = context.clock();
    this.start = clock.instant();
    this.targets = targets;
    this.secrets = secrets;
    this.cancellation = cancellation;
    this.collected = context.collected();
    this.annotates =
        targets.contains(new ReportTarget(ReportFormat.GITHUB, null)) && console.isGitHubLog();
  }

  /// Checks, before the run, that the reports can be written.
  ///
  /// @param secrets whether reports contain the values of Secrets; if so, only the owner can read
  ///   their files
  /// @throws JapplyException if a report cannot be written
  public static Reports open(
      CommandContext context,
      List<ReportTarget> targets,
      Secrets secrets,
      Cancellation cancellation) {
    var reports = new Reports(context, targets, secrets, cancellation);
    targets.forEach(reports::check);
    targets.forEach(reports::begin);
    return reports;
  }

  private void check(ReportTarget target) {
    Path file = target.file();
    if (file == null) {
      return;
    }
    try {
      if (Files.exists(file) && !Files.isWritable(file)) {
        throw new IOException("permission denied");
      }
      Files.delete(draft(file));
    } catch (IOException e) {
      throw problem(file, e);
    }
  }

  private void begin(ReportTarget target) {
    Path file = target.file();
    if (file == null || target.format() != ReportFormat.JSONL) {
      return;
    }
    if (secrets == Secrets.SHOWN) {
      replace(file, ""); // a new file: another process may have opened the existing one
    }
    try {
      live.put(file, Files.newBufferedWriter(file));
    } catch (IOException e) {
      close();
      throw problem(file, e);
    }
  }

  /// Sets whether each change makes the run fail, as in `diff`; they do not by default.
  public Reports failingOnChanges(boolean fail) {
    changesFail = fail;
    return this;
  }

  /// Whether any reports are requested.
  public boolean isWanted() {
    return !targets.isEmpty() || collected != null;
  }

  /// Whether a report replaces the usual output.
  public boolean isPrinted() {
    return collected != null || targets.stream().anyMatch(ReportTarget::isPrinted);
  }

  public void add(ReportedObject object) {
    if (isWanted()) {
      collector.add(object);
    }
  }

  /// Adds the result of a package; evaluated only if a report needs it.
  public void add(Supplier<PackageReport> report) {
    if (isWanted()) {
      collector.add(report.get());
    }
  }

  /// Records the duration of an object; called by several threads.
  public void time(Event.Progress event) {
    if (isWanted()) {
      switch (event) {
        case Event.Expected expected -> {}
        case Event.Started(ObjectKey object) -> begun.put(object, clock.instant());
        case Event.Finished(ObjectKey object, boolean failed) -> {
          Instant begin = begun.remove(object);
          if (begin != null) {
            durations.merge(object, Duration.between(begin, clock.instant()), Duration::plus);
          }
        }
      }
    }
  }

  @Override
  public void accept(Event event) {
    if (isWanted() && isShown(event)) {
      collector.accept(event);
      if (annotates) {
        annotated(event).forEach(console.warnings()::leaveToReport);
      }
    }
  }

  /// Returns the problems of an event that an annotation has as a whole. A cause of an object that
  /// is not ready has more lines.
  private static List<Problem> annotated(Event event) {
    return switch (event) {
      case Event.Failed failed -> failed.problems();
      case Event.Unknown(var object, Problem problem) -> List.of(problem);
      case Event.Rejected(Problem problem) -> List.of(problem);
      case Event.Warned(Problem warning) -> List.of(warning);
      default -> List.of();
    };
  }

  /// Whether `event` is no warning that is silenced, or that the reports have already.
  private boolean isShown(Event event) {
    return !(event instanceof Event.Warned(Problem warning))
        || (console.warnings().isShown(warning) && Warnings.isNew(warned, warning));
  }

  /// Executes `run` and writes the reports, including the failure of the run, if any.
  ///
  /// @param summarizes whether the summary becomes the last line on standard error
  public ExitCode around(
      String command, Summary summary, boolean summarizes, Supplier<ExitCode> run) {
    try {
      return around(command, summary.isPlanned(), summary::server, summary::line, run);
    } finally {
      if (summarizes && summary.isBegun() && !cancellation.requested()) {
        console.lastLine().set(summary.printed());
      }
    }
  }

  /// Executes a run without a server and writes the reports.
  public ExitCode around(
      String command, boolean planned, Supplier<String> line, Supplier<ExitCode> run) {
    return around(command, planned, () -> "", line, run);
  }

  /// @param server returns the address of the server at the end of the run
  private ExitCode around(
      String command,
      boolean planned,
      Supplier<String> server,
      Supplier<String> line,
      Supplier<ExitCode> run) {
    try (this) {
      ExitCode status = ExitCode.FAILED;
      try {
        status = run.get();
      } catch (JapplyException e) {
        e.problems().forEach(problem -> accept(Event.about(problem)));
        throw e;
      } catch (UsageException e) {
        accept(Event.about(Problem.error(Origin.NONE, e.getMessage(), "")));
        throw e;
      } finally {
        write(command, planned, server, line);
      }
      return status;
    }
  }

  private void write(
      String command, boolean planned, Supplier<String> server, Supplier<String> summary) {
    if (!isWanted()) {
      return;
    }
    String line = cancellation.requested() ? "" : summary.get();
    RunReport report =
        collector.report(
            command,
            planned,
            server.get(),
            line.isEmpty() ? "interrupted" : line,
            changesFail,
            secrets,
            new RunReport.Program(Version.TEXT, Version.SOURCES),
            new RunReport.Times(start, Duration.between(start, clock.instant()), durations));
    if (collected != null) {
      collected.set(report);
    }
    for (ReportTarget target : targets) {
      if (target.format() != ReportFormat.JSONL) {
        write(target, report);
      }
      if (target.format() == ReportFormat.GITHUB) {
        summarize(report);
      }
    }
    printLine(ReportCollector.lastLine(report));
  }

  private void write(ReportTarget target, RunReport report) {
    Path file = target.file();
    if (file != null) {
      replace(file, target.format().write(report));
    } else {
      console.data().print(target.format().write(report));
      console.data().flush();
    }
  }

  /// Writes a line immediately to the reports of events.
  private void printLine(String line) {
    live.forEach((file, writer) -> {
      try {
        writer.write(line);
        writer.flush();
      } catch (IOException e) {
        throw problem(file, e);
      }
    });
    if (targets.contains(new ReportTarget(ReportFormat.JSONL, null))) {
      console.data().print(line);
      console.data().flush();
    }
  }

  private void summarize(RunReport report) {
    String file = console.variable(STEP_SUMMARY);
    if (!file.isEmpty()) {
      try {
        Files.writeString(
            Path.of(file),
            ReportFormat.MARKDOWN.write(report),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw problem(Path.of(file), e);
      }
    }
  }

  private void replace(Path file, String text) {
    try {
      FileReplacement.write(draft(file), text, Files.exists(file) ? file.toRealPath() : file);
    } catch (IOException e) {
      throw problem(file, e);
    }
  }

  /// Creates a file next to `file`, with the default mode, or readable only by its owner.
  private Path draft(Path file) throws IOException {
    Path real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    if (Files.exists(real) && !Files.isRegularFile(real)) {
      throw new IOException("is no file");
    }
    String name = "." + real.getFileName() + ".";
    return switch (secrets) {
      case MASKED -> Files.createFile(real.resolveSibling(name + ProcessHandle.current().pid()));
      case SHOWN -> Files.createTempFile(real.getParent(), name, "");
    };
  }

  private static JapplyException problem(Path file, IOException e) {
    String what = "the report cannot be written: " + FileErrors.reason(e);
    return new JapplyException(
        Problem.error(Origin.of(file.toString()), what, "name another file with --report"), e);
  }

  @Override
  public void close() {
    live.forEach((file, writer) -> {
      try {
        writer.close();
      } catch (IOException e) {
        throw problem(file, e);
      }
    });
    live.clear();
  }
}
