package dev.japply.cli.run.packages;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.pkg.Kptfile;
import dev.japply.pkg.PackageFile;
import dev.japply.pkg.PackageTree;
import dev.japply.pkg.UpdateStrategy;
import dev.japply.pkg.Upstream;
import dev.japply.pkg.UpstreamLock;
import dev.japply.pkg.disk.PackageDirectory;
import dev.japply.pkg.git.FetchedFiles;
import dev.japply.pkg.git.GitRepository;
import dev.japply.pkg.update.ConflictChoice;
import dev.japply.pkg.update.LocalEdits;
import dev.japply.pkg.update.MergedPackage;
import dev.japply.pkg.update.PackageUpdate;
import dev.japply.problem.ExitCode;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.packages.ConflictText;
import dev.japply.report.packages.PackageText;

/// Carries out `japply pkg update`.
public record PackageUpdateRun(CommandContext context, Cancellation cancellation) {

  /// Updates a package, or shows what that would change.
  public ExitCode run(PackageUpdateRequest request) {
    var directory = new PackageDirectory(request.directory());
    PackageTree local = LocalPackage.read(directory);
    Kptfile kptfile = LocalPackage.kptfile(directory, local);
    var sources = new PackageSources(context.console(), cancellation);
    if (!request.dryRun()) {
      sources.checkClean(request.directory(), request.requireClean());
    }
    Upstream upstream = kptfile.upstream();
    Upstream wanted = request.version().isEmpty() ? upstream : upstream.at(request.version());
    UpdateStrategy strategy = request.strategy() == null ? kptfile.strategy() : request.strategy();
    GitRepository repository = sources.repository(upstream.repo());
    UpstreamLock lock = repository.resolve(wanted);
    FetchedFiles updated = repository.files(lock);
    sources.warnOfSkipped(updated.skipped());
    UpstreamLock before = kptfile.lock();
    PackageTree origin =
        before == null
            ? PackageTree.EMPTY
            : sources.repository(before.from().repo()).files(before).tree();
    MergedPackage merged =
        new PackageUpdate(origin, local, updated.tree()).run(strategy, request.choice());
    PackageTree result = placed(merged.tree(), wanted, lock, strategy);
    ExitCode status = tell(request, merged);
    if (request.dryRun()) {
      context
          .console()
          .out()
          .printDiff(PackageText.diff(local, result), context.console().colours());
    } else if (status == ExitCode.CONFLICTS && request.choice() == ConflictChoice.FAIL) {
      context.console().complain(ConflictText.nothingWritten(merged.conflicts().size()));
    } else {
      directory.replace(local, result);
      String name = request.directory().toString();
      String text = PackageText.updated(name, before, lock, LocalEdits.between(local, result));
      context.console().out().printLine(text);
    }
    return status;
  }

  private ExitCode tell(PackageUpdateRequest request, MergedPackage merged) {
    ProblemReporter reporter = context.console().problems(Requests.HIDDEN);
    ConflictText.problems(merged.conflicts(), request.directory().toString(), request.choice())
        .forEach(reporter::print);
    return merged.conflicts().isEmpty() ? ExitCode.OK : ExitCode.CONFLICTS;
  }

  private static PackageTree placed(
      PackageTree merged, Upstream wanted, UpstreamLock lock, UpdateStrategy strategy) {
    PackageFile file = merged.files().getOrDefault(Kptfile.NAME, PackageFile.of(""));
    Kptfile kptfile = Kptfile.parse(Kptfile.NAME, file.text()).with(wanted, strategy).with(lock);
    return merged.with(Kptfile.NAME, file.with(kptfile.text()));
  }
}
