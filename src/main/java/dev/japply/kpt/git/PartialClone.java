package dev.japply.kpt.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.kpt.git.Git.Output;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A repository of the cache with the files of some directories only, as in git's partial clones.
/// Commits come with their directories. The files of a package are fetched together on request.
///
/// git normally fetches each missing file by itself, with a run for each. Here it cannot: only the
/// runs for fetching receive the address, and no configuration contains it. `rev-list --missing`
/// finds the missing files without fetching.
///
/// @param address the address to fetch from, as git takes it
record PartialClone(Git git, Path directory, String address) {

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

  /// Fetches objects by their names. No commits are negotiated, because the server would leave out
  /// the objects in commits that exist here.
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
