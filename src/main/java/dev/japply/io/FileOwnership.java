package dev.japply.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Owners of files and directories: checks, and permissions for new ones.
///
/// The superuser may write all of them, so its files are no risk; but a process of the superuser
/// does not trust files of others.
public final class FileOwnership {
  /// Linux has it.
  private static final Path PROCESS = Path.of("/proc/self");

  private static final int TYPE = 0170000;
  private static final int DIRECTORY = 0040000;
  private static final int FILE = 0100000;
  private static final int OTHERS_WRITE = 0022;
  private static final int OTHERS = 0077;

  /// The number of the process's user; null if it is not known yet, or cannot be known.
  private static volatile @Nullable Object me;

  private FileOwnership() {}

  /// Returns the attributes of a new file that only this user may read; none where files have no
  /// permissions.
  public static FileAttribute<?>[] privateFile(Path file) {
    return permissions(file, "rw-------");
  }

  /// Returns the attributes of a new directory that only this user may read; none where directories
  /// have no permissions.
  public static FileAttribute<?>[] privateDirectory(Path directory) {
    return permissions(directory, "rwx------");
  }

  private static FileAttribute<?>[] permissions(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /// Whether it is a directory of this user's that no other user may change, and no symbolic link.
  public static boolean isDirectory(Path path) throws IOException {
    return isMine(path, DIRECTORY, OTHERS_WRITE);
  }

  /// Whether it is a directory of this user's that no other user may read, and no symbolic link.
  public static boolean isPrivateDirectory(Path path) throws IOException {
    return isMine(path, DIRECTORY, OTHERS);
  }

  /// Whether it is a file of this user's that no other user may read, and no symbolic link.
  static boolean isPrivateFile(Path path) throws IOException {
    return isMine(path, FILE, OTHERS);
  }

  /// Whether it is this user's, and so is what it leads to, where it is a symbolic link. Where
  /// files have no owners that can be known, all are.
  public static boolean isOwn(Path path) throws IOException {
    try {
      return hasOwner(path, LinkOption.NOFOLLOW_LINKS) && hasOwner(path);
    } catch (UnsupportedOperationException e) {
      return true;
    }
  }

  private static boolean hasOwner(Path path, LinkOption... links) throws IOException {
    return Files.getAttribute(path, "unix:uid", links) instanceof Integer user
        && isMe(path, user, links);
  }

  /// @throws UnsupportedOperationException if the owners of files cannot be known
  private static boolean isMine(Path path, int type, int denied) throws IOException {
    try {
      Map<String, Object> found =
          Files.readAttributes(path, "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
      return found.get("mode") instanceof Integer mode
          && (mode & TYPE) == type
          && (mode & denied) == 0
          && found.get("uid") instanceof Integer user
          && isMe(path, user, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// Whether `user` owns the process. Users of containers may have no name; then the number
  /// decides.
  private static boolean isMe(Path path, Integer user, LinkOption... links) throws IOException {
    if (me == null && Files.exists(PROCESS)) {
      me = Files.getAttribute(PROCESS, "unix:uid");
    }
    return me == null
        ? Files.getOwner(path, links).getName().equals(System.getProperty("user.name"))
        : user.equals(me);
  }
}
