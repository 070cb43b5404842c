package dev.japply.pkg.disk;

import dev.japply.file.FileErrors;
import dev.japply.pkg.PackageFile;
import dev.japply.pkg.PackageTree;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.TreeMap;

/// A directory that holds a package.
///
/// A change of it is a [Journal]: what has begun is finished by whoever looks at the directory
/// next.
///
/// @param path where it is
public record PackageDirectory(Path path) {
  private static final String GIT = ".git";

  /// The package in it, after a change that was interrupted is finished.
  ///
  /// @throws JapplyException when it cannot be read
  public PackageTree read() {
    try {
      while (true) {
        if (Journal.isIn(path)) {
          lock().hold(() -> new Journal(path, Steps.DISK).recover());
        }
        PackageTree files = files();
        // What somebody changed meanwhile may be half old, half new.
        if (!Journal.isIn(path)) {
          return files;
        }
      }
    } catch (IOException e) {
      throw failure(e, "cannot be read");
    }
  }

  /// Makes it hold `wanted` in place of `before`: all of it, or nothing.
  ///
  /// @param before what was read
  /// @throws JapplyException when it was changed since it was read, or cannot be written
  public void replace(PackageTree before, PackageTree wanted) {
    replace(before, wanted, Steps.DISK);
  }

  void replace(PackageTree before, PackageTree wanted, Steps steps) {
    try {
      lock().hold(() -> replaceHeld(before, wanted, steps));
    } catch (IOException e) {
      throw failure(e, "cannot be written");
    }
  }

  private void replaceHeld(PackageTree before, PackageTree wanted, Steps steps) throws IOException {
    if (!files().equals(before)) {
      throw new JapplyException(
          Problem.error(
              Origin.of(path.toString()),
              "was changed while it was updated; nothing was written",
              "update it again"));
    }
    if (!wanted.equals(before)) {
      new Journal(path, steps).write(before, wanted);
    }
  }

  private ExclusiveLock lock() {
    return new ExclusiveLock(path, path.resolve(Journal.LOCK));
  }

  private JapplyException failure(IOException e, String what) {
    return new JapplyException(
        Problem.error(Origin.of(path.toString()), what + ": " + FileErrors.reason(e), ""), e);
  }

  private PackageTree files() throws IOException {
    var files = new TreeMap<String, PackageFile>();
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            String name = directory.getFileName() == null ? "" : directory.getFileName().toString();
            return !directory.equals(path) && (name.equals(GIT) || Journal.isIts(name))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile() && !file.equals(path.resolve(Journal.LOCK))) {
              files.put(
                  name(file), new PackageFile(Files.readAllBytes(file), Files.isExecutable(file)));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return new PackageTree(files);
  }

  private String name(Path file) {
    return path.relativize(file).toString().replace(File.separatorChar, '/');
  }
}
