package dev.japply.cli.pkg;

import dev.japply.cli.flags.CommandContext;
import dev.japply.io.Cancellation;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.PackageReference;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.PackageUpdate;
import dev.japply.kpt.UpdateStrategy;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.UpstreamLock;
import dev.japply.kpt.git.FetchedFiles;
import dev.japply.kpt.git.GitRepository;
import dev.japply.kpt.git.NewDirectory;
import dev.japply.problem.ExitCode;
import dev.japply.report.PackageText;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Carries out `japply pkg get`.
record PackageGetRun(CommandContext context, Cancellation cancellation) {

  /// Paths that do not begin with `/`; what has a colon before the first `/` is a URL, or for ssh.
  private static final Pattern RELATIVE = Pattern.compile("(?![-/])[^:/]*(/.*)?");

  /// Makes a new directory of a package.
  ///
  /// @param comments whether each object gets a comment that identifies it
  ExitCode run(
      PackageReference reference, NewDirectory target, UpdateStrategy strategy, boolean comments) {
    Upstream wanted = absolute(reference.upstream());
    var sources = new PackageSources(context.console(), cancellation);
    GitRepository repository = sources.repository(wanted.repo());
    if (wanted.ref().isEmpty()) {
      wanted = wanted.at(repository.refs().defaultBranch());
    }
    UpstreamLock lock = repository.resolve(wanted);
    sources.warnOfCredentials(wanted);
    FetchedFiles fetched = repository.files(lock);
    sources.warnOfSkipped(fetched.skipped());
    Kptfile placed =
        Kptfile.create(target.name()).withComments(comments).with(wanted, strategy).with(lock);
    PackageTree whole = new ReferredPackages(sources, wanted.repo()).fetched(fetched.tree());
    PackageTree bare = PackageUpdate.fetched(whole, placed);
    PackageTree tree = comments ? PackageUpdate.commented(bare) : bare;
    target.write(tree);
    context.console().out().printLine(PackageText.fetched(shown(target.path()), lock, tree));
    return ExitCode.OK;
  }

  /// A path from here, as one that means the same from everywhere, as `git clone` keeps it.
  private static Upstream absolute(Upstream upstream) {
    String repo = upstream.repo();
    return RELATIVE.matcher(repo).matches()
        ? new Upstream(
            Path.of(repo).toAbsolutePath().normalize().toString(),
            upstream.directory(),
            upstream.ref())
        : upstream;
  }

  /// The directory as the user may name it from here.
  private static String shown(Path directory) {
    Path here = Path.of("").toAbsolutePath();
    if (directory.equals(here)) {
      return ".";
    }
    return directory.startsWith(here)
        ? here.relativize(directory).toString()
        : directory.toString();
  }
}
