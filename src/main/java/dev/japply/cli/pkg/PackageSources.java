package dev.japply.cli.pkg;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FetchCache;
import dev.japply.io.Cancellation;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.git.Git;
import dev.japply.kpt.git.GitCache;
import dev.japply.kpt.git.GitRepository;
import dev.japply.kpt.git.WorkTree;
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

  /// Ends the run where changes in the package are not committed, or git does not say whether.
  void requireClean(Path directory) {
    String doubt = doubt(directory);
    if (!doubt.isEmpty()) {
      throw new JapplyException(
          Problem.error(Origin.NONE, doubt, "commit them, or leave --require-clean out"));
    }
  }

  /// Warns of such changes, before files are written.
  void warnOfUncommitted(Path directory) {
    String doubt = doubt(directory);
    if (!doubt.isEmpty()) {
      console.warn(doubt + "; git cannot undo what the update changes in them");
    }
  }

  private String doubt(Path directory) {
    return WorkTree.doubt(new Git(console.environment(), cancellation), directory);
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
