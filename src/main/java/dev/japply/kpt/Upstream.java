package dev.japply.kpt;

import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The upstream of a package.
///
/// @param repo the address of the git repository
/// @param directory the directory in it, starting with `/`
/// @param ref the requested tag, branch or commit
public record Upstream(String repo, String directory, String ref) {
  private static final Pattern DOT_GIT = Pattern.compile("(.+?\\.git)(/[^@]*)?(?:@(.+))?");
  private static final Pattern TREE =
      Pattern.compile("(https://github\\.com/[^/]+/[^/@]+)/tree/([^/@]+)(/[^@]*)?");
  private static final Pattern GITHUB =
      Pattern.compile("(https://github\\.com/[^/]+/[^/@]+)(/[^@]*)?(?:@(.+))?");

  /// Parses the user's reference to a package: `https://github.com/org/repo.git/path@v1`. The ref
  /// is empty if the reference has none.
  ///
  /// @throws JapplyException if it does not mark the end of the repository
  public static Upstream parse(String text) {
    Matcher git = DOT_GIT.matcher(text);
    if (git.matches()) {
      return of(git.group(1), git.group(2), git.group(3));
    }
    Matcher tree = TREE.matcher(text);
    if (tree.matches()) {
      return of(tree.group(1), tree.group(3), tree.group(2));
    }
    Matcher github = GITHUB.matcher(text);
    if (github.matches()) {
      return of(github.group(1), github.group(2), github.group(3));
    }
    throw new JapplyException(
        "\"" + MaskedUrl.bare(text) + "\" does not show where the repository ends",
        "write REPO.git/PATH@VERSION");
  }

  private static Upstream of(String repo, String directory, String ref) {
    String path = directory == null ? "" : directory.replaceAll("/+$", "");
    return new Upstream(repo, path.isEmpty() ? "/" : path, ref == null ? "" : ref);
  }

  /// The same at another version.
  public Upstream at(String other) {
    return new Upstream(repo, directory, other);
  }

  /// The address without user and password: as it may be written down and shown.
  public String shown() {
    return MaskedUrl.bare(repo);
  }

  /// Whether the address names a user or a password that is not to be written down.
  public boolean hasCredentials() {
    return !shown().equals(repo);
  }

  /// The directory without slashes around it; empty for the whole repository.
  public String path() {
    return directory.replaceAll("^/+|/+$", "");
  }

  /// Returns the default name of the package: the last part of its path.
  public String name() {
    String path = path();
    String last = path.isEmpty() ? repo.replaceAll("\\.git$|/+$", "") : path;
    return last.substring(Math.max(last.lastIndexOf('/'), last.lastIndexOf(':')) + 1);
  }
}
