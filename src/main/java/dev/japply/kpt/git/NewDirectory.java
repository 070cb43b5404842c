package dev.japply.kpt.git;

import dev.japply.kpt.PackageTree;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A directory that is to hold a package, and does not exist yet. It is made under another name,
/// and gets its own when it is whole.
///
/// @param path the final path
public record NewDirectory(Path path) {

  /// Returns the directory for a package: `path`, or the directory `name` in it if `path` exists.
  ///
  /// @throws JapplyException if the target already exists
  public static NewDirectory at(Path path, String name) {
    Path target = Files.isDirectory(path) ? path.resolve(name) : path;
    if (Files.exists(target)) {
      throw failure(target, "exists already", "name another directory, or update the package");
    }
    Path parent = target.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      throw failure(target, "cannot be made: " + parent + " does not exist", "make it first");
    }
    return new NewDirectory(target.toAbsolutePath().normalize());
  }

  private static JapplyException failure(Path path, String what, String hint) {
    return new JapplyException(Problem.error(Origin.of(path.toString()), what, hint));
  }

  /// Returns the name of the directory.
  public String name() {
    return String.valueOf(path.getFileName());
  }

  /// Makes it.
  ///
  /// @throws JapplyException when it cannot be made
  public void write(PackageTree tree) {
    write(tree, DirectorySteps.DISK);
  }

  void write(PackageTree tree, DirectorySteps steps) {
    Path held = path.resolveSibling("." + name() + ".japply-get.lock");
    try {
      new ExclusiveLock(path, held).hold(() -> writeHeld(tree, steps));
    } catch (IOException e) {
      throw DiskErrors.failure(e, path, "cannot be written");
    }
  }

  private void writeHeld(PackageTree tree, DirectorySteps steps) throws IOException {
    if (Files.exists(path)) {
      throw failure(path, "was made meanwhile", "name another directory, or update the package");
    }
    Path unfinished = path.resolveSibling("." + name() + ".japply-get");
    steps.deleteTree(unfinished); // what a run has left that was killed
    try {
      writeAll(tree, unfinished, steps);
      steps.move(unfinished, path);
    } catch (IOException e) {
      steps.deleteTree(unfinished);
      throw e;
    }
  }

  private static void writeAll(PackageTree tree, Path unfinished, DirectorySteps steps)
      throws IOException {
    steps.createDirectories(unfinished);
    for (var entry : tree.files().entrySet()) {
      Path file = unfinished.resolve(entry.getKey());
      Path parent = file.getParent();
      if (parent != null) {
        steps.createDirectories(parent);
      }
      steps.write(file, entry.getValue().bytes(), entry.getValue().executable());
    }
  }
}
