package dev.japply.kpt.git;

import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageTree;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A directory that holds a package.
///
/// A change of it is a [Journal]: what has begun is finished by whoever looks at the directory
/// next.
///
/// @param path where it is
public record PackageDirectory(Path path) {
  private static final String GIT = ".git";

  /// So often a package is read that somebody changes meanwhile.
  private static final int READS = 100;

  /// The package in it, after a change that was interrupted is finished.
  ///
  /// @throws JapplyException when it cannot be read
  public PackageTree read() {
    return read(this::files);
  }

  /// Reads files, which may take a while.
  interface Reading {
    PackageTree files() throws IOException;
  }

  PackageTree read(Reading reading) {
    try {
      PackageTree files = readOnce(reading);
      for (int reads = 1; files == null; reads++) {
        if (reads == READS) {
          throw new IOException("its files change all the time");
        }
        files = readOnce(reading);
      }
      return files;
    } catch (IOException e) {
      throw DiskErrors.failure(e, path, "cannot be read");
    }
  }

  /// Null when somebody changed files meanwhile: what was read may be half old, half new.
  private @Nullable PackageTree readOnce(Reading reading) throws IOException {
    if (Journal.isIn(path)) {
      lock().hold(() -> new Journal(path, Steps.DISK).recover());
    }
    try {
      Map<Path, Stamp> before = stamps();
      PackageTree files = reading.files();
      return !Journal.isIn(path) && stamps().equals(before) ? files : null;
    } catch (NoSuchFileException e) {
      if (Files.isDirectory(path)) {
        return null;
      }
      throw e;
    }
  }

  /// What tells a file from one that takes its place.
  private record Stamp(@Nullable Object key, FileTime changed, long size) {}

  private Map<Path, Stamp> stamps() throws IOException {
    var stamps = new HashMap<Path, Stamp>();
    walk((file, attributes) ->
        stamps.put(
            file,
            new Stamp(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size())));
    return stamps;
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
      throw DiskErrors.failure(e, path, "cannot be written");
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

  PackageTree files() throws IOException {
    var files = new TreeMap<String, PackageFile>();
    walk((file, attributes) ->
        files.put(name(file), new PackageFile(Files.readAllBytes(file), Files.isExecutable(file))));
    return new PackageTree(files);
  }

  /// Takes a file of the package.
  private interface Taking {
    void take(Path file, BasicFileAttributes attributes) throws IOException;
  }

  private void walk(Taking taking) throws IOException {
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
              taking.take(file, attributes);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private String name(Path file) {
    return path.relativize(file).toString().replace(File.separatorChar, '/');
  }
}
