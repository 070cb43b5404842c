package dev.japply.cli.pkg;

import dev.japply.kpt.Kptfile;
import dev.japply.kpt.Kptfile.UpstreamLock;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.PackageUpdate;
import dev.japply.kpt.git.GitRepository.FetchedFiles;
import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import dev.japply.problem.Origin;
import java.util.regex.Pattern;

/// The packages that a package refers to. They are nested packages whose Kptfile names an upstream
/// without an upstreamLock; they are fetched along with it.
///
/// @param parent the repository of the package
record ReferredPackages(PackageSources sources, String parent) {
  private static final int DEEPEST = 10;

  /// Addresses on other machines: `https://host/repo`, `git@host:repo`.
  private static final Pattern REMOTE = Pattern.compile("(?!file:)[^/]+:.*");

  /// Returns the package with all packages that it refers to.
  ///
  /// @throws JapplyException when one cannot be fetched, or refers to itself
  PackageTree fetched(PackageTree tree) {
    return fetched(tree, parent, 0);
  }

  private PackageTree fetched(PackageTree tree, String from, int depth) {
    PackageTree whole = tree;
    for (String directory : tree.inner()) {
      Kptfile kptfile = kptfile(tree, directory);
      if (kptfile.isReference()) {
        String repo = kptfile.upstream().repo();
        check(directory, from, repo, depth);
        UpstreamLock lock = sources.repository(repo).resolve(kptfile.upstream());
        PackageTree files = PackageUpdate.fetched(files(lock), kptfile.with(lock));
        whole = whole.with(directory, fetched(files, repo, depth + 1));
      }
    }
    return whole;
  }

  /// Returns the package as last fetched, with all packages that it refers to, by the local locks.
  ///
  /// @param origin the package as it was fetched
  PackageTree asFetched(PackageTree origin, PackageTree local) {
    PackageTree whole = origin;
    for (String directory : origin.inner()) {
      if (!kptfile(origin, directory).isReference()
          || local.file(directory + "/" + Kptfile.NAME) == null) {
        continue;
      }
      Kptfile here = kptfile(local, directory);
      UpstreamLock lock = here.lock();
      if (lock != null) {
        PackageTree files =
            PackageUpdate.fetched(files(lock), kptfile(origin, directory).with(lock));
        whole = whole.with(directory, asFetched(files, local.below(directory)));
      }
    }
    return whole;
  }

  /// The package as it is upstream now. One that was pointed to another place here is left alone;
  /// only its Kptfile is upstream's.
  ///
  /// @param origin the package as [#asFetched] has it
  PackageTree updated(PackageTree updated, PackageTree origin, PackageTree local) {
    PackageTree tree = updated;
    for (String directory : updated.inner()) {
      String path = directory + "/" + Kptfile.NAME;
      if (kptfile(updated, directory).isReference()
          && local.file(path) != null
          && origin.file(path) != null
          && !kptfile(local, directory).hasUpstreamOf(kptfile(origin, directory))) {
        // With its lock it is none that is to be fetched.
        UpstreamLock lock = kptfile(origin, directory).lock();
        PackageFile theirs = updated.files().getOrDefault(path, PackageFile.of(""));
        tree = tree.with(directory, origin.below(directory));
        if (lock != null) {
          String text = kptfile(updated, directory).with(lock).text();
          tree = tree.with(path, theirs.with(text));
        }
      }
    }
    return fetched(tree);
  }

  private static Kptfile kptfile(PackageTree tree, String directory) {
    String path = directory + "/" + Kptfile.NAME;
    return Kptfile.parse(path, tree.files().getOrDefault(path, PackageFile.of("")).text());
  }

  private PackageTree files(UpstreamLock lock) {
    FetchedFiles fetched = sources.repository(lock.from().repo()).files(lock);
    sources.warnOfSkipped(fetched.skipped());
    return fetched.tree();
  }

  /// Rejects a reference from a remote package to files on this machine.
  private static void check(String directory, String from, String repo, int depth) {
    if (REMOTE.matcher(from).matches() && !REMOTE.matcher(repo).matches()) {
      throw failure(directory, "refers to " + MaskedUrl.bare(repo) + ", which is on this machine");
    }
    if (depth >= DEEPEST) {
      throw failure(directory, "refers to packages that refer to others, without an end");
    }
  }

  private static JapplyException failure(String directory, String what) {
    return new JapplyException(
        Origin.of(directory + "/" + Kptfile.NAME), what, "report it to its author");
  }
}
