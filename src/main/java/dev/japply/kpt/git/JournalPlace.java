package dev.japply.kpt.git;

import dev.japply.golang.Sha256;
import dev.japply.io.FileOwnership;
import dev.japply.kpt.PackagePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// The directory for the journal of a package: in the git directory of the package's repository, or
/// next to the package. Either is on the package's file system. So no commit and no package can
/// contain a journal, and files move from it atomically.
///
/// @param directory the real path of the package
/// @param path the directory of the journal, which need not exist
record JournalPlace(Path directory, Path path) {
  private static final String GIT = ".git";
  private static final String GITDIR = "gitdir: ";
  private static final int LONGEST_LINK = 4096;
  private static final int NAME = 20;

  private static final FileAttribute<?> MINE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /// Finds the place for a package, and writes nothing.
  static JournalPlace of(Path directory) throws IOException {
    Path real = directory.toRealPath();
    Path git = gitDirectory(real);
    if (git != null && Files.isWritable(git) && isOnOneDisk(git, real)) {
      String name = Sha256.hex(real.toString()).substring(0, NAME);
      return new JournalPlace(real, git.resolve("japply").resolve(name));
    }
    Path name = real.getFileName();
    return new JournalPlace(
        real, real.resolveSibling("." + (name == null ? "" : name) + PackagePath.UNFINISHED));
  }

  private static boolean isOnOneDisk(Path one, Path other) throws IOException {
    return Files.getFileStore(one).equals(Files.getFileStore(other));
  }

  /// The git directory of the repository around `directory`; null outside of one.
  private static @Nullable Path gitDirectory(Path directory) throws IOException {
    for (Path at = directory; at != null; at = at.getParent()) {
      Path git = at.resolve(GIT);
      Path found = Files.isRegularFile(git) ? linked(git) : git;
      if (found != null && Files.isRegularFile(found.resolve("HEAD"))) {
        return found.toRealPath();
      }
    }
    return null;
  }

  /// The directory that the file `.git` of another work tree or of a submodule names.
  private static @Nullable Path linked(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(LONGEST_LINK), StandardCharsets.UTF_8).strip();
      return text.startsWith(GITDIR) && text.indexOf('\0') < 0
          ? file.resolveSibling(text.substring(GITDIR.length()))
          : null;
    }
  }

  /// The file that a run holds while it changes the package.
  Path lock() {
    return path.resolveSibling(path.getFileName() + ".lock");
  }

  /// Creates the directory for the lock file.
  ///
  /// @throws FileSystemException if files cannot move from there to the package atomically
  void prepare() throws IOException {
    Path parent = path.resolveSibling(".").normalize();
    Files.createDirectories(parent);
    if (!isOnOneDisk(parent, directory)) {
      throw new FileSystemException(
          directory.toString(), null, "is a file system of its own: use the directory above it");
    }
  }

  /// Creates the directory with access for this user only. Git ignores its content.
  void make() throws IOException {
    try {
      Files.createDirectory(path, MINE);
    } catch (FileAlreadyExistsException e) {
      requireOwn();
    }
    Path ignore = path.resolve(".gitignore");
    if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) {
      Files.writeString(ignore, "*\n");
    }
  }

  /// @throws FileSystemException when others may write there
  void requireOwn() throws IOException {
    if (!FileOwnership.isPrivateDirectory(path)) {
      throw new FileSystemException(
          path.toString(), null, "is no directory of this user alone: remove it");
    }
  }
}
