package dev.japply.kpt.git;

import dev.japply.kpt.InterruptedUpdate;
import dev.japply.kpt.InterruptedUpdate.Goal;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackagePath;
import dev.japply.kpt.PackageTree;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A directory that holds a package.
///
/// A change of it goes by a [Journal]. One that was cut short stays as it is until it is finished
/// on request: reading writes nothing.
public record PackageDirectory(Path path) {
  private static final String GIT = ".git";

  /// So often a package is read that another program changes meanwhile.
  private static final int READS = 100;

  /// The number of pauses without any progress after which a change counts as interrupted.
  private static final int QUIET_PAUSES = 25;

  private static final long PAUSE_NANOS = 20_000_000;

  /// The package in it, as it is.
  ///
  /// @throws JapplyException when it cannot be read
  public PackageTree read() {
    return read(this::files);
  }

  /// The change of the package that was cut short; empty when there is none.
  ///
  /// @throws JapplyException when its record cannot be used
  public Optional<InterruptedUpdate> interrupted() {
    try {
      return journal(DirectorySteps.DISK).read();
    } catch (IOException e) {
      throw DirectorySteps.failure(e, path, "cannot be read");
    }
  }

  private Journal journal(DirectorySteps steps) throws IOException {
    return new Journal(JournalPlace.of(path), steps);
  }

  /// Reads files, which may take a while.
  interface Reading {
    PackageTree files() throws IOException;
  }

  PackageTree read(Reading reading) {
    try {
      awaitOthers(journal(DirectorySteps.DISK));
      PackageTree files = readOnce(reading);
      for (int reads = 1; files == null; reads++) {
        if (reads == READS) {
          throw new IOException("its files change all the time");
        }
        files = readOnce(reading);
      }
      return files;
    } catch (IOException e) {
      throw DirectorySteps.failure(e, path, "cannot be read");
    }
  }

  /// Waits while another run moves files.
  private void awaitOthers(Journal journal) throws IOException {
    Map<Path, Stamp> before = Map.of();
    for (int quiet = 0; quiet < QUIET_PAUSES && journal.isThere(); quiet++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      Map<Path, Stamp> now = stamps();
      if (!now.equals(before)) {
        quiet = 0;
      }
      before = now;
    }
  }

  /// Returns the package; null if another program changed files meanwhile, so that the read files
  /// may be half old, half new.
  private @Nullable PackageTree readOnce(Reading reading) throws IOException {
    try {
      Map<Path, Stamp> before = stamps();
      PackageTree files = reading.files();
      return stamps().equals(before) ? files : null;
    } catch (NoSuchFileException e) {
      if (Files.isDirectory(path)) {
        return null;
      }
      throw e;
    }
  }

  /// The attributes that distinguish a file from its replacement.
  private record Stamp(@Nullable Object key, FileTime changed, long size) {}

  private Map<Path, Stamp> stamps() throws IOException {
    var stamps = new HashMap<Path, Stamp>();
    walk((file, attributes) ->
        stamps.put(
            file,
            new Stamp(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size())));
    return stamps;
  }

  /// Makes it hold `wanted` in place of `before`.
  ///
  /// @param before the package as it was read
  /// @param found the change that was cut short, which this one finishes, when there was one
  /// @throws JapplyException when it was changed since it was read, or cannot be written
  public void replace(
      PackageTree before, PackageTree wanted, Goal goal, Optional<InterruptedUpdate> found) {
    replace(before, wanted, goal, found, DirectorySteps.DISK);
  }

  void replace(
      PackageTree before,
      PackageTree wanted,
      Goal goal,
      Optional<InterruptedUpdate> found,
      DirectorySteps steps) {
    try {
      JournalPlace place = JournalPlace.of(path);
      place.prepare();
      var journal = new Journal(place, steps);
      new ExclusiveLock(path, place.lock())
          .hold(() -> replaceHeld(journal, before, wanted, goal, found));
    } catch (IOException e) {
      throw DirectorySteps.failure(e, path, "cannot be written");
    }
  }

  private void replaceHeld(
      Journal journal,
      PackageTree before,
      PackageTree wanted,
      Goal goal,
      Optional<InterruptedUpdate> found)
      throws IOException {
    if (!files().equals(before) || !journal.read().equals(found)) {
      throw changed();
    }
    if (found.isPresent() || !wanted.equals(before)) {
      var earlier = found.map(update -> update.changes().keySet()).orElse(Set.of());
      try {
        journal.write(before, wanted, goal, earlier);
      } catch (IOException e) {
        String hint =
            journal.isThere() ? "correct that, and finish with japply pkg update --continue" : "";
        throw DirectorySteps.failure(e, path, "cannot be written", hint);
      }
    }
  }

  private JapplyException changed() {
    return new JapplyException(
        Origin.of(path.toString()),
        "was changed while it was updated; nothing was written",
        "update it again");
  }

  PackageTree files() throws IOException {
    var files = new TreeMap<String, PackageFile>();
    walk((file, attributes) ->
        files.put(name(file), new PackageFile(Files.readAllBytes(file), Files.isExecutable(file))));
    return new PackageTree(files);
  }

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
            return !directory.equals(path) && (name.equals(GIT) || PackagePath.isReserved(name))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()
                && PackagePath.isText(name(file))
                && !PackagePath.isReserved(String.valueOf(file.getFileName()))) {
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
