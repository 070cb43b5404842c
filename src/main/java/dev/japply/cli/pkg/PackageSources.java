package dev.japply.cli.pkg;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FetchCache;
import dev.japply.io.Cancellation;
import dev.japply.kpt.LocalChanges;
import dev.japply.kpt.LocalChanges.Edit;
import dev.japply.kpt.PackagePath;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.git.Git;
import dev.japply.kpt.git.GitCache;
import dev.japply.kpt.git.GitRepository;
import dev.japply.kpt.git.WorkTree;
import dev.japply.kpt.git.WorkTree.Uncommitted;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.WarningId;
import java.nio.file.Path;
import java.util.List;

/// Sources of packages: the user's git and the cache of earlier runs.
record PackageSources(Console console, Cancellation cancellation) {

  GitRepository repository(String address) {
    return new GitRepository(
        new Git(console.environment(), cancellation),
        new GitCache(FetchCache.directory(console)),
        address);
  }

  /// Ends the run where edits are not committed that an update might change, or git does not list
  /// them.
  void requireCommitted(Path directory, List<Edit> edits) {
    Uncommitted found = uncommitted(directory, edits);
    if (!found.isEmpty()) {
      throw new JapplyException(
          Origin.of(directory.toString()),
          text(found),
          "commit them, or allow it with --require-clean=false");
    }
  }

  void warnOfUncommitted(Path directory, List<Edit> edits) {
    Uncommitted found = uncommitted(directory, edits);
    if (!found.isEmpty()) {
      console.warn(
          WarningId.UNCOMMITTED,
          directory + ": " + text(found) + "; git cannot undo what the update changes in them");
    }
  }

  private Uncommitted uncommitted(Path directory, List<Edit> edits) {
    return WorkTree.of(new Git(console.environment(), cancellation), directory, edits);
  }

  private static String text(Uncommitted found) {
    if (!found.failure().isEmpty()) {
      return "git does not list the committed files: " + found.failure();
    }
    int count = found.paths().size();
    return "%d %s edited here and not committed: %s"
        .formatted(count, count == 1 ? "file is" : "files are", LocalChanges.named(found.paths()));
  }

  /// Warns that credentials are not stored in the Kptfile.
  void warnOfCredentials(Upstream upstream) {
    if (upstream.hasCredentials()) {
      console.warn(
          WarningId.PACKAGE_CREDENTIALS,
          upstream.shown()
              + ": the user and password in the address are not written into the Kptfile; give them"
              + " to git, as described in \"git help credentials\"");
    }
  }

  /// Warns of entries that are left out.
  void warnOfSkipped(List<String> skipped) {
    for (String path : skipped) {
      String what =
          PackagePath.isText(path)
              ? "symbolic links and submodules are"
              : "a name that is not UTF-8 is";
      console.warn(
          WarningId.PACKAGE_LINKS, path + ": " + what + " not part of a package; left out");
    }
  }
}
