package dev.japply.kpt.git;

import dev.japply.kpt.Kptfile;
import dev.japply.kpt.PackageTree;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A directory that is to hold a package, and does not exist yet or is empty. It is made under
/// another name, and gets its own when it is whole. An empty directory stays, since a shell may be
/// in it: it receives the files, the Kptfile last.
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

  /// Returns whether `path` is a directory without any entry.
  public static boolean isEmpty(Path path) {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (Stream<Path> entries = Files.list(path)) {
      return entries.findAny().isEmpty();
    } catch (IOException e) {
      throw DirectorySteps.failure(e, path, "cannot be read");
    }
  }

  private static JapplyException failure(Path path, String what, String hint) {
    return new JapplyException(Origin.of(path.toString()), what, hint);
  }

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
      throw DirectorySteps.failure(e, path, "cannot be written");
    }
  }

  private void writeHeld(PackageTree tree, DirectorySteps steps) throws IOException {
    boolean fills = isEmpty(path);
    if (Files.exists(path) && !fills) {
      throw failure(path, "was made meanwhile", "name another directory, or update the package");
    }
    Path unfinished = path.resolveSibling("." + name() + ".japply-get");
    steps.deleteTree(unfinished); // what a run has left that was killed
    try {
      writeAll(tree, unfinished, steps);
      if (fills) {
        fill(unfinished, steps);
      } else {
        steps.move(unfinished, path);
      }
    } catch (IOException e) {
      steps.deleteTree(unfinished);
      throw e;
    }
  }

  private static boolean isKptfile(Path entry) {
    return entry.endsWith(Kptfile.NAME);
  }

  private void fill(Path unfinished, DirectorySteps steps) throws IOException {
    List<Path> entries;
    try (Stream<Path> all = Files.list(unfinished)) {
      entries = all.sorted((a, b) -> Boolean.compare(isKptfile(a), isKptfile(b))).toList();
    }
    for (Path entry : entries) {
      steps.move(entry, path.resolve(String.valueOf(entry.getFileName())));
    }
    steps.deleteTree(unfinished);
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
