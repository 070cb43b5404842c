package dev.japply.kpt.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.kpt.Kptfile.UpstreamLock;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.git.Git.Output;
import dev.japply.kpt.git.GitCache.RepositoryConfig;
import dev.japply.kpt.git.RemoteRefs.RemoteRef;
import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One repository that packages come from.
public final class GitRepository {
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern SHORT_COMMIT = Pattern.compile("[0-9a-f]{4,64}");

  /// Matches the ref names that git accepts; none begins with `-`, which would be an option.
  private static final Pattern REF =
      Pattern.compile("[^-\\s:^~?*\\[\\\\\\p{Cntrl}][^\\s:^~?*\\[\\\\\\p{Cntrl}]*");

  /// Transports that run a program which the address names.
  private static final Pattern HELPER = Pattern.compile("[A-Za-z0-9+.-]*::.*");

  private static final String KEPT = "refs/japply/";

  private final Git git;
  private final GitCache cache;
  private final String address;

  /// The address without user and password.
  private final String shown;

  private final Path directory;
  private @Nullable RemoteRefs refs;
  private @Nullable RemoteRefs branchesAndTags;

  /// @param address the address, as git takes it
  /// @throws JapplyException when that is no address
  public GitRepository(Git git, GitCache cache, String address) {
    if (address.isEmpty() || address.startsWith("-") || HELPER.matcher(address).matches()) {
      throw new JapplyException(
          "\"" + MaskedUrl.bare(address) + "\" is no address of a repository",
          "write a URL or a path");
    }
    this.git = git;
    this.cache = cache;
    this.address = address;
    this.shown = MaskedUrl.bare(address);
    this.directory = cache.repository(shown);
  }

  /// Returns all refs and the default branch. They are requested once.
  public RemoteRefs refs() {
    if (refs == null) {
      refs = listRemote("--symref");
    }
    return refs;
  }

  /// Returns the branches and tags. They are requested once. Many servers have far more refs: two
  /// for each pull request.
  public RemoteRefs branchesAndTags() {
    if (refs != null) {
      return refs;
    }
    if (branchesAndTags == null) {
      branchesAndTags = listRemote("--heads", "--tags");
    }
    return branchesAndTags;
  }

  private RemoteRefs listRemote(String... options) {
    var arguments = new ArrayList<>(List.of("ls-remote"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--", address));
    Output output = git.queryRemote(cache.made(), arguments);
    requireGood(output, "cannot be read");
    return RemoteRefs.parse(output.text());
  }

  private void requireGood(Output output, String what) {
    if (!output.isGood()) {
      String message =
          output
              .err()
              .lines()
              .filter(line -> !line.isBlank())
              .reduce((a, b) -> a + " " + b)
              .orElse("");
      throw new JapplyException(
          shown + " " + what + ": " + withoutCredentials(message),
          "git ls-remote must be able to read it: check the address, the"
              + " network and your credentials");
    }
  }

  /// Returns git's message without the user and the password, which it may repeat.
  private String withoutCredentials(String message) {
    String bare = message.replace(address, shown);
    int start = address.indexOf("//") + 2;
    int length = address.length() - shown.length();
    return length == 0 || start < 2 || !shown.startsWith(address.substring(0, start))
        ? bare
        : bare.replace(address.substring(start, start + length), "");
  }

  /// The commit that `wanted` means now.
  ///
  /// @param wanted its ref may be empty: the default branch
  /// @throws JapplyException when it means none
  public UpstreamLock resolve(Upstream wanted) {
    String ref = wanted.ref().isEmpty() ? refs().first() : wanted.ref();
    if (ref.isEmpty()) {
      throw new JapplyException(shown + " has no default branch", "name a version");
    }
    if (!REF.matcher(ref).matches()) {
      throw new JapplyException(
          "\"" + ref + "\" is no version", "name a tag, a branch or a commit");
    }
    if (COMMIT.matcher(ref).matches()) {
      return new UpstreamLock(wanted.at(ref), ref);
    }
    RemoteRef found =
        branchesAndTags()
            .find(ref, wanted.path())
            .or(() -> refs().find(ref, wanted.path()))
            .orElse(null);
    if (found != null) {
      return new UpstreamLock(wanted.at(found.ref()), found.commit());
    }
    String commit = SHORT_COMMIT.matcher(ref).matches() ? abbreviated(ref, wanted.path()) : "";
    if (commit.isEmpty()) {
      throw new JapplyException(
          shown + " has no tag, branch or commit \"" + ref + "\"",
          "git ls-remote shows which there are");
    }
    return new UpstreamLock(wanted.at(ref), commit);
  }

  private String abbreviated(String start, String path) {
    return cache.locked(
        directory,
        () -> {
          if (!path.isEmpty() && parts().fetchAll()) {
            return abbreviated(parts().directory(), start);
          }
          fetchAll();
          return abbreviated(directory, start);
        });
  }

  private String abbreviated(Path repository, String start) {
    Output output = git.read(repository, "rev-parse", "--verify", "--quiet", start + "^{commit}");
    return output.isGood() ? output.text().strip() : "";
  }

  private PartialClone parts() {
    return new PartialClone(git, cache.parts(shown), address);
  }

  /// The files of a package.
  ///
  /// @throws JapplyException when there is no such commit or directory
  public FetchedFiles files(UpstreamLock lock) {
    if (!COMMIT.matcher(lock.commit()).matches()) {
      throw new JapplyException(
          "the locked commit \"" + lock.commit() + "\" is no commit",
          "correct upstreamLock.git.commit, or get the package again");
    }
    return cache.locked(
        directory,
        () ->
            fetched(lock)
                .read(lock.commit(), lock.from().path())
                .orElseThrow(() ->
                    new JapplyException(
                        "%s has no directory %s in %s"
                            .formatted(shown, lock.from().directory(), lock.from().ref()),
                        "check the path")));
  }

  /// Returns the files of a package. They come with the whole commit if it is cached or the server
  /// cannot send less, otherwise by themselves.
  private GitTree fetched(UpstreamLock lock) {
    String path = lock.from().path();
    if (!path.isEmpty() && !keeps(lock.commit()) && parts().fetch(lock.commit(), path)) {
      return new GitTree(git, parts().directory());
    }
    fetch(lock);
    return new GitTree(git, directory);
  }

  /// Returns the files of a commit, which are read on request.
  ///
  /// @throws JapplyException if the commit does not exist
  public CommitTree tree(UpstreamLock lock) {
    return cache.locked(
        directory,
        () -> {
          fetch(lock);
          return CommitTree.of(new GitTree(git, directory), lock.commit());
        });
  }

  /// Whether the commit is kept from an earlier run.
  public boolean keeps(String commit) {
    return COMMIT.matcher(commit).matches() && GitCache.isThere(directory) && has(commit);
  }

  /// The repository at an address that this one names: it must not lead to files of this machine.
  public GitRepository named(String other) {
    return new GitRepository(git.forOthers(), cache, other);
  }

  private void fetch(UpstreamLock lock) {
    GitCache.initialize(git, directory);
    String commit = lock.commit();
    if (has(commit)) {
      return;
    }
    String kept = ":" + KEPT + commit;
    Output output =
        git.change(
            directory,
            new byte[0],
            List.of(
                "fetch",
                "--quiet",
                "--depth=1",
                "--no-tags",
                "--no-write-fetch-head",
                "--",
                address,
                "+" + commit + kept));
    if (!output.isGood()) {
      // Not every server gives out commits that no branch ends with.
      fetchAll();
    }
    if (!has(commit)) {
      throw new JapplyException(
          "%s has no commit %s (%s)".formatted(shown, commit, lock.from().ref()),
          "it may have been deleted: update to another version");
    }
    git.change(directory, new byte[0], List.of("update-ref", KEPT + commit, commit));
  }

  private void fetchAll() {
    GitCache.initialize(git, directory);
    boolean shallow = Files.exists(directory.resolve("shallow"));
    var arguments = new ArrayList<>(List.of("fetch", "--quiet", "--no-write-fetch-head"));
    if (shallow) {
      arguments.add("--unshallow");
    }
    arguments.addAll(
        List.of(
            "--", address, "+refs/heads/*:" + KEPT + "heads/*", "+refs/tags/*:" + KEPT + "tags/*"));
    requireGood(git.change(directory, new byte[0], arguments), "cannot be fetched");
  }

  private boolean has(String commit) {
    return git.read(directory, "cat-file", "-e", commit + "^{tree}").isGood();
  }

  /// The files of a package, and what git has in its directory besides.
  ///
  /// @param skipped symbolic links, submodules, and files whose names are not UTF-8
  public record FetchedFiles(PackageTree tree, List<String> skipped) {
    public FetchedFiles {
      skipped = List.copyOf(skipped);
    }
  }

  /// A repository of the cache with the files of some directories only, as in git's partial clones.
  /// Commits come with their directories. The files of a package are fetched together on request.
  ///
  /// git normally fetches each missing file by itself, with a run for each. Here it cannot: only
  /// the runs for fetching receive the address, and no configuration contains it. `rev-list
  /// --missing` finds the missing files without fetching.
  ///
  /// @param address the address to fetch from, as git takes it
  private record PartialClone(Git git, Path directory, String address) {

    /// Fetches the missing files of a directory of a commit.
    ///
    /// @return whether nothing is missing now; false if the server or this git cannot filter files,
    ///   or if nothing can be fetched
    boolean fetch(String commit, String path) {
      GitCache.initialize(git, directory);
      if (!has(commit) && !fetchCommit(commit)) {
        return false;
      }
      List<String> missing = missing(commit, path);
      return missing.isEmpty() || (fetchObjects(missing) && missing(commit, path).isEmpty());
    }

    private boolean has(String commit) {
      Output output = objects("--no-walk", commit);
      return output.isGood() && absent(output).isEmpty();
    }

    private boolean fetchCommit(String commit) {
      String kept = "+" + commit + ":refs/japply/" + commit;
      return fetch(List.of(), List.of("--depth=1"), List.of(kept));
    }

    /// Fetches all commits of branches and tags.
    ///
    /// @return whether that could be done
    boolean fetchAll() {
      GitCache.initialize(git, directory);
      boolean shallow = Files.exists(directory.resolve("shallow"));
      return fetch(
          List.of(),
          shallow ? List.of("--unshallow") : List.of(),
          List.of("+refs/heads/*:refs/japply/heads/*", "+refs/tags/*:refs/japply/tags/*"));
    }

    /// Fetches objects by their names. No commits are negotiated, because the server would leave
    /// out the objects in commits that exist here.
    private boolean fetchObjects(List<String> ids) {
      return fetch(List.of("-c", "fetch.negotiationAlgorithm=noop"), List.of(), ids);
    }

    private boolean fetch(List<String> settings, List<String> options, List<String> wanted) {
      var arguments =
          new ArrayList<>(List.of("-c", "remote." + RepositoryConfig.REMOTE + ".url=" + address));
      arguments.addAll(settings);
      arguments.addAll(List.of("fetch", "--quiet", "--filter=blob:none"));
      arguments.addAll(options);
      arguments.addAll(
          List.of("--no-tags", "--no-write-fetch-head", "--stdin", RepositoryConfig.REMOTE));
      byte[] input = String.join("\n", wanted).getBytes(UTF_8);
      return git.change(directory, input, arguments).isGood();
    }

    /// Lists the missing objects of a directory of a commit; empty if there is no such directory.
    private List<String> missing(String commit, String path) {
      return absent(objects("--objects", commit + ":" + path));
    }

    private static List<String> absent(Output output) {
      return output
          .text()
          .lines()
          .filter(line -> line.startsWith("?"))
          .map(line -> line.substring(1))
          .toList();
    }

    private Output objects(String how, String what) {
      return git.read(directory, "rev-list", how, "--missing=print", what);
    }
  }
}
