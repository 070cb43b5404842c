package dev.japply.cli.run;

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
import dev.japply.pkg.update.PackageUpdate;
import dev.japply.problem.ExitCode;
import dev.japply.report.packages.PackageText;

/// Carries out `japply pkg update`.
public record PackageUpdateRun(CommandContext context, Cancellation cancellation) {

  public ExitCode run(PackageUpdateRequest request) {
    var directory = new PackageDirectory(request.directory());
    PackageTree local = LocalPackage.read(directory);
    Kptfile kptfile = LocalPackage.kptfile(directory, local);
    Upstream upstream = kptfile.upstream();
    Upstream wanted = request.version().isEmpty() ? upstream : upstream.at(request.version());
    UpdateStrategy strategy = request.strategy() == null ? kptfile.strategy() : request.strategy();
    var sources = new PackageSources(context.console(), cancellation);
    GitRepository repository = sources.repository(upstream.repo());
    UpstreamLock lock = repository.resolve(wanted);
    FetchedFiles updated = repository.files(lock);
    sources.warnOfSkipped(updated.skipped());
    UpstreamLock before = kptfile.lock();
    PackageTree origin =
        before == null
            ? PackageTree.EMPTY
            : sources.repository(before.from().repo()).files(before).tree();
    PackageTree merged = new PackageUpdate(origin, local, updated.tree()).run(strategy);
    PackageTree result = placed(merged, wanted, lock, strategy);
    if (!result.equals(local)) {
      directory.replace(local, result);
    }
    context
        .console()
        .out()
        .printLine(
            PackageText.updated(request.directory().toString(), before, lock, local, result));
    return ExitCode.OK;
  }

  private static PackageTree placed(
      PackageTree merged, Upstream wanted, UpstreamLock lock, UpdateStrategy strategy) {
    PackageFile file = merged.files().getOrDefault(Kptfile.NAME, PackageFile.of(""));
    Kptfile kptfile = Kptfile.parse(Kptfile.NAME, file.text()).with(wanted, strategy).with(lock);
    return merged.with(Kptfile.NAME, file.with(kptfile.text()));
  }
}
