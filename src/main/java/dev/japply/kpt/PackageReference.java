package dev.japply.kpt;

import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The user's reference to a package: `https://github.com/org/repo.git/path@v1`.
///
/// @param upstream the location of the package; its ref is empty if the reference has none
public record PackageReference(Upstream upstream) {
  private static final Pattern DOT_GIT = Pattern.compile("(.+?\\.git)(/[^@]*)?(?:@(.+))?");
  private static final Pattern TREE =
      Pattern.compile("(https://github\\.com/[^/]+/[^/@]+)/tree/([^/@]+)(/[^@]*)?");
  private static final Pattern GITHUB =
      Pattern.compile("(https://github\\.com/[^/]+/[^/@]+)(/[^@]*)?(?:@(.+))?");

  /// Parses the reference to a package.
  ///
  /// @throws JapplyException if it does not mark the end of the repository
  public static PackageReference parse(String text) {
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

  private static PackageReference of(String repo, String directory, String ref) {
    String path = directory == null ? "" : directory.replaceAll("/+$", "");
    return new PackageReference(
        new Upstream(repo, path.isEmpty() ? "/" : path, ref == null ? "" : ref));
  }

  /// Returns the default name of the package: the last part of its path.
  public String name() {
    String path = upstream.path();
    String last = path.isEmpty() ? upstream.repo().replaceAll("\\.git$|/+$", "") : path;
    return last.substring(Math.max(last.lastIndexOf('/'), last.lastIndexOf(':')) + 1);
  }
}
