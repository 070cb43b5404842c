package dev.japply.cli.pkg;

import dev.japply.apply.Event;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Reports;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.kpt.ConflictChoice;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.LocalEdits;
import dev.japply.kpt.MergedPackage;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.PackageUpdate;
import dev.japply.kpt.UpdateStrategy;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.UpstreamLock;
import dev.japply.kpt.git.FetchedFiles;
import dev.japply.kpt.git.PackageDirectory;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.BothReporters;
import dev.japply.report.ConflictText;
import dev.japply.report.PackageReport;
import dev.japply.report.PackageText;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Carries out `japply pkg update`.
record PackageUpdateRun(CommandContext context, Cancellation cancellation) {

  /// Updates a package, or shows what that would change.
  ExitCode run(PackageUpdateRequest request) {
    Reports reports =
        Reports.open(context.console(), request.reports(), Secrets.MASKED, cancellation);
    var line = new AtomicReference<>("failed");
    return reports.around(
        "pkg update", request.dryRun(), line::get, () -> update(request, reports, line));
  }

  private ExitCode update(
      PackageUpdateRequest request, Reports reports, AtomicReference<String> line) {
    var directory = new PackageDirectory(request.directory());
    PackageTree local = LocalPackage.read(directory);
    Kptfile kptfile = LocalPackage.kptfile(directory, local);
    var sources = new PackageSources(context.console(), cancellation);
    if (request.requireClean() && !request.dryRun()) {
      sources.requireClean(request.directory());
    }
    Upstream upstream = kptfile.upstream();
    Upstream wanted = request.version().isEmpty() ? upstream : upstream.at(request.version());
    UpdateStrategy strategy = request.strategy() == null ? kptfile.strategy() : request.strategy();
    UpstreamLock lock = sources.repository(upstream.repo()).resolve(wanted);
    sources.warnOfCredentials(upstream);
    UpstreamLock before = kptfile.lock();
    MergedPackage merged = merged(request, strategy, local, before, lock);
    PackageTree result = placed(merged.tree(), wanted, lock, strategy);
    ExitCode status = tell(request, merged, reports);
    boolean written = isWritten(request, merged);
    if (written && !result.equals(local)) {
      sources.warnOfUncommitted(request.directory());
    }
    if (written) {
      directory.replace(local, result);
    }
    String name = request.directory().toString();
    List<LocalEdits.Edit> edits = LocalEdits.between(local, result);
    line.set(PackageText.updated(name, before, lock, edits, !written));
    reports.add(() ->
        new PackageReport(
            name,
            PackageReports.version(before),
            PackageReports.known(lock),
            PackageReports.files("", local, result),
            PackageReports.conflicts(merged.conflicts(), name, request.choice())));
    if (!reports.isPrinted()) {
      print(request, local, result, written || request.dryRun() ? line.get() : "");
    }
    return status;
  }

  private MergedPackage merged(
      PackageUpdateRequest request,
      UpdateStrategy strategy,
      PackageTree local,
      @Nullable UpstreamLock before,
      UpstreamLock lock) {
    var sources = new PackageSources(context.console(), cancellation);
    FetchedFiles updated = sources.repository(lock.from().repo()).files(lock);
    sources.warnOfSkipped(updated.skipped());
    PackageTree origin =
        before == null
            ? PackageTree.EMPTY
            : sources.repository(before.from().repo()).files(before).tree();
    var referred = new ReferredPackages(sources, lock.from().repo());
    PackageTree fetched = referred.asFetched(origin, local);
    PackageTree fresh = referred.updated(updated.tree(), fetched, local);
    try {
      return new PackageUpdate(fetched, local, fresh).run(strategy, request.merge());
    } catch (JapplyException e) {
      throw new JapplyException(
          e.problems().stream().map(problem -> within(request.directory(), problem)).toList());
    }
  }

  /// A problem of a file of the package, with the path that the user knows it by.
  private static Problem within(Path directory, Problem problem) {
    Origin origin = problem.origin();
    return origin.source().isEmpty()
        ? problem
        : new Problem(
            problem.severity(),
            new Origin(
                directory.resolve(origin.source()).toString(), origin.line(), origin.column()),
            problem.subject(),
            problem.what(),
            problem.hint());
  }

  private static boolean isWritten(PackageUpdateRequest request, MergedPackage merged) {
    boolean refused = request.choice() == ConflictChoice.FAIL && !merged.conflicts().isEmpty();
    return !request.dryRun() && !refused;
  }

  private void print(
      PackageUpdateRequest request, PackageTree local, PackageTree result, String line) {
    Console console = context.console();
    if (request.dryRun()) {
      console.out().printDiff(PackageText.diff(local, result), console.colours());
      console.lastLine().say(line);
    } else if (!line.isEmpty()) {
      console.out().printLine(line);
    }
  }

  private ExitCode tell(PackageUpdateRequest request, MergedPackage merged, Reports reports) {
    Reporter problems = new BothReporters(reports, context.console().problems(Requests.HIDDEN));
    String directory = request.directory().toString();
    for (Problem problem : ConflictText.problems(merged.conflicts(), directory, request.choice())) {
      problems.accept(new Event.Warned(problem));
    }
    if (merged.conflicts().isEmpty()) {
      return ExitCode.OK;
    }
    if (request.choice() == ConflictChoice.FAIL && !request.dryRun()) {
      context.console().complain(ConflictText.nothingWritten(merged.conflicts().size()));
    }
    return ExitCode.CONFLICTS;
  }

  private static PackageTree placed(
      PackageTree merged, Upstream wanted, UpstreamLock lock, UpdateStrategy strategy) {
    PackageFile file = merged.files().getOrDefault(Kptfile.NAME, PackageFile.of(""));
    Kptfile kptfile = Kptfile.parse(Kptfile.NAME, file.text()).with(wanted, strategy).with(lock);
    return merged.with(Kptfile.NAME, file.with(kptfile.text()));
  }
}
