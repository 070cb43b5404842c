package dev.japply.cli.run.packages;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.pkg.Kptfile;
import dev.japply.pkg.PackageReference;
import dev.japply.pkg.PackageTree;
import dev.japply.pkg.UpdateStrategy;
import dev.japply.pkg.Upstream;
import dev.japply.pkg.UpstreamLock;
import dev.japply.pkg.disk.NewDirectory;
import dev.japply.pkg.git.FetchedFiles;
import dev.japply.pkg.git.GitRepository;
import dev.japply.pkg.update.PackageUpdate;
import dev.japply.problem.ExitCode;
import dev.japply.report.packages.PackageText;
import java.nio.file.Path;

/// Carries out `japply pkg get`.
public record PackageGetRun(CommandContext context, Cancellation cancellation) {

  /// Makes a new directory of a package.
  ///
  /// @param reference the package
  /// @param directory where it goes
  /// @param strategy how it is updated later on
  public ExitCode run(PackageReference reference, Path directory, UpdateStrategy strategy) {
    NewDirectory target = NewDirectory.at(directory, reference.name());
    var sources = new PackageSources(context.console(), cancellation);
    GitRepository repository = sources.repository(reference.upstream().repo());
    Upstream wanted = reference.upstream();
    if (wanted.ref().isEmpty()) {
      wanted = wanted.at(repository.refs().defaultBranch());
    }
    UpstreamLock lock = repository.resolve(wanted);
    sources.warnOfCredentials(wanted);
    FetchedFiles fetched = repository.files(lock);
    sources.warnOfSkipped(fetched.skipped());
    Kptfile placed = Kptfile.create(target.name()).with(wanted, strategy).with(lock);
    PackageTree whole = new ReferredPackages(sources, wanted.repo()).fetched(fetched.tree());
    PackageTree tree = PackageUpdate.fetched(whole, placed);
    target.write(tree);
    context.console().out().printLine(PackageText.fetched(target.path().toString(), lock, tree));
    return ExitCode.OK;
  }
}
