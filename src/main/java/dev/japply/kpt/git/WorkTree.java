package dev.japply.kpt.git;

import dev.japply.kpt.git.Git.Answer;
import java.nio.file.Path;

/// The git repository that a package is edited in, where it is in one.
public final class WorkTree {
  private WorkTree() {}

  /// Why git could not bring back what is in `directory` now; empty where it could, and outside of
  /// git.
  public static String doubt(Git git, Path directory) {
    // Files of the package may look like a repository, whose configuration names programs.
    Answer answer =
        git.run(
            directory.toAbsolutePath(),
            "-c",
            "safe.bareRepository=explicit",
            "status",
            "--porcelain",
            "--",
            ".");
    if (answer.isGood()) {
      long changed = answer.text().lines().count();
      return changed == 0
          ? ""
          : "%d %s not committed in %s"
              .formatted(changed, changed == 1 ? "file is" : "files are", directory);
    }
    return answer.err().contains("not a git repository")
        ? ""
        : "git does not say what is committed in %s: %s"
            .formatted(directory, answer.err().strip().replaceAll("\\s+", " "));
  }
}
