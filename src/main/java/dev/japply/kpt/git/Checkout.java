package dev.japply.kpt.git;

import dev.japply.kpt.git.Git.Output;
import dev.japply.kpt.git.GitTree.Owner;
import dev.japply.problem.JapplyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The git repository around a directory of the user's. It is only read: no index is refreshed,
/// nothing is checked out or fetched, and no program that its configuration names is run. So only
/// those commands of git are used that start none.
public final class Checkout {
  /// Matches what could be an option, or could end a line of git's input.
  private static final Pattern UNUSABLE = Pattern.compile("-.*|.*\\p{Cntrl}.*|\\s*");

  private static final List<String> TOP = List.of("rev-parse", "--show-toplevel");

  private static final String SINCE = "...";

  /// The start of the command that git names if a repository belongs to another user.
  private static final String TRUST = "git config --global --add safe.directory ";

  /// More time than reading needs, even of a large repository on a slow disk.
  private static final Duration LONGEST = Duration.ofMinutes(5);

  /// More time than git needs to find the repository.
  private static final Duration LONGEST_SEARCH = Duration.ofSeconds(20);

  private final Git git;
  private final Path top;
  private @Nullable List<Path> directories;

  private Checkout(Git git, Path top) {
    this.git = git;
    this.top = top;
  }

  /// Returns the repository around `directory`.
  ///
  /// @throws JapplyException if there is none
  public static Checkout around(Git git, Path directory) {
    Git exact = git.withoutReplacements();
    Output found = limited(exact, LONGEST_SEARCH).readAround(directory, TOP);
    if (!found.isGood()) {
      throw unreadable(directory, found.err());
    }
    return new Checkout(limited(exact, LONGEST), path(found));
  }

  /// Returns a git that ends: a pipe in the place of a file of its configuration would hold it up.
  private static Git limited(Git git, Duration longest) {
    return git.limit().isZero() ? git.within(longest) : git;
  }

  private static JapplyException unreadable(Path directory, String err) {
    String reason = err.lines().findFirst().orElse("").replaceFirst("^fatal: ", "");
    return new JapplyException(
        reason.contains("not a git repository")
            ? "\"%s\" is in no git repository".formatted(directory)
            : "the git repository around \"%s\" cannot be read: %s".formatted(directory, reason),
        err.lines()
            .map(String::strip)
            .filter(line -> line.startsWith(TRUST))
            .findFirst()
            .map(line -> "if you trust its owner, run " + line)
            .orElse("--diff compares with a commit of the repository"));
  }

  /// Returns the path that git printed in one line.
  private static Path path(Output found) {
    String path = found.text();
    return Path.of(path.endsWith("\n") ? path.substring(0, path.length() - 1) : path);
  }

  public Path top() {
    return top;
  }

  /// Returns the commit that a revision means.
  ///
  /// @param revision a commit, branch or tag, as git accepts it; followed by `...`, the commit
  ///   where the current branch left it
  /// @throws JapplyException if the repository does not have it
  public String commit(String revision) {
    boolean since = revision.endsWith(SINCE);
    String name = since ? revision.substring(0, revision.length() - SINCE.length()) : revision;
    if (UNUSABLE.matcher(name).matches()) {
      throw new JapplyException(
          "\"" + revision + "\" is no revision", "name a commit, a branch or a tag");
    }
    if (name.contains("..")) {
      throw new JapplyException(
          "\"" + revision + "\" is a range of revisions, and --diff compares with the working tree",
          "name one revision, or one with ... at its end");
    }
    String commit = resolved(name);
    return since ? base(name, commit) : commit;
  }

  private String resolved(String name) {
    Output output = run("rev-parse", "--verify", "--quiet", name + "^{commit}");
    String commit = output.text().strip();
    if (output.isGood() && !commit.isEmpty()) {
      return commit;
    }
    throw isShallow()
        ? new JapplyException(
            "this shallow clone has no revision \"" + name + "\"",
            "fetch it, as with git fetch --unshallow, or fetch-depth: 0 of actions/checkout")
        : new JapplyException(
            "the repository has no revision \"" + name + "\"",
            "correct the name, or fetch it with git fetch");
  }

  private String base(String name, String commit) {
    Output output = run("merge-base", commit, "HEAD");
    String base = output.text().strip();
    if (output.isGood() && !base.isEmpty()) {
      return base;
    }
    throw new JapplyException(
        (isShallow() ? "this shallow clone has" : "the repository has")
            + " no commit that \"%s\" and HEAD have in common".formatted(name),
        isShallow() ? "git fetch --unshallow fetches it" : "name a commit without ...");
  }

  private boolean isShallow() {
    return run("rev-parse", "--is-shallow-repository").text().strip().equals("true");
  }

  /// Returns the repository of a submodule as it is checked out.
  ///
  /// @param path its path, relative to the top directory
  /// @throws JapplyException if it is not checked out
  public Checkout module(String path) {
    Path directory = top.resolve(path);
    if (Files.isDirectory(directory)) {
      Output found = git.readAround(directory, TOP);
      if (found.isGood() && path(found).equals(directory)) {
        return new Checkout(git, directory);
      }
    }
    throw new JapplyException(
        "the submodule " + path + " is not checked out", "git submodule update --init");
  }

  /// Returns the directories of git's own files, with links resolved.
  public synchronized List<Path> directories() {
    List<Path> found = directories;
    if (found == null) {
      found = new ArrayList<>();
      for (String name : List.of("--absolute-git-dir", "--git-common-dir")) {
        Output output = run("rev-parse", name);
        if (output.isGood()) {
          found.add(real(top.resolve(path(output))));
        }
      }
      directories = found;
    }
    return List.copyOf(found);
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.normalize();
    }
  }

  /// Whether git ignores a file or directory that it does not track.
  public boolean isIgnored(String path) {
    return run("check-ignore", "--quiet", "--", path).isGood();
  }

  public CommitTree tree(String commit) {
    return CommitTree.of(new GitTree(git, top, Owner.USER), commit);
  }

  /// Returns the paths of tracked files and of files that git does not ignore, relative to the top.
  /// Some of them may no longer exist.
  public List<String> files() {
    Output listed =
        run("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--full-name");
    if (!listed.isGood()) {
      throw new JapplyException(
          "git cannot list the files of \"%s\": %s".formatted(top, listed.err().strip()), "");
    }
    return Arrays.stream(listed.text().split("\0", -1))
        .filter(path -> !path.isEmpty() && !path.endsWith("/"))
        .distinct()
        .toList();
  }

  private Output run(String... arguments) {
    return git.readAround(top, List.of(arguments));
  }
}
