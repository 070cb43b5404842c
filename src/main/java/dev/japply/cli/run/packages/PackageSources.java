package dev.japply.cli.run.packages;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.Console;
import dev.japply.cli.context.FetchCache;
import dev.japply.pkg.Upstream;
import dev.japply.pkg.git.Git;
import dev.japply.pkg.git.GitCache;
import dev.japply.pkg.git.GitRepository;
import dev.japply.pkg.git.WorkTree;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.nio.file.Path;
import java.util.List;

/// Where packages are fetched from: the user's git, and what is kept of earlier runs.
record PackageSources(Console console, Cancellation cancellation) {

  GitRepository repository(String address) {
    return new GitRepository(
        new Git(console.environment(), cancellation),
        new GitCache(FetchCache.directory(console)),
        address);
  }

  /// Warns of changes in the package that are not committed, where it is in a git repository.
  ///
  /// @param required whether they end the run
  void checkClean(Path directory, boolean required) {
    var git = new Git(console.environment(), cancellation);
    int changed = WorkTree.uncommitted(git, directory.toAbsolutePath());
    if (changed == 0) {
      return;
    }
    String what =
        "%d %s not committed in %s"
            .formatted(changed, changed == 1 ? "file is" : "files are", directory);
    if (required) {
      throw new JapplyException(
          Problem.error(Origin.NONE, what, "commit them, or leave --require-clean out"));
    }
    console.warn(what + "; git cannot undo what the update changes in them");
  }

  /// Says that what lets somebody in is not written down.
  void warnOfCredentials(Upstream upstream) {
    if (upstream.hasCredentials()) {
      console.warn(
          upstream.shown()
              + ": the user and password in the address are not written into the Kptfile; let git"
              + " know them, as \"git help credentials\" says");
    }
  }

  /// Says which parts of a package are not taken over.
  void warnOfSkipped(List<String> skipped) {
    skipped.forEach(path ->
        console.warn(path + ": symbolic links and submodules are not part of a package; left out"));
  }
}
