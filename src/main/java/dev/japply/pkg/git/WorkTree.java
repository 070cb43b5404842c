package dev.japply.pkg.git;

import java.nio.file.Path;

/// The git repository that a package is edited in, where it is in one.
public final class WorkTree {
  private WorkTree() {}

  /// How many files in `directory` have changes that are not committed; 0 outside of git.
  public static int uncommitted(Git git, Path directory) {
    Git.Answer answer = git.run(directory, "status", "--porcelain", "--", ".");
    return answer.isGood() ? (int) answer.text().lines().count() : 0;
  }
}
